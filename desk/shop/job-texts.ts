interface JobText {
  /** What does not happen. */
  failure: string;
  /** What that means for the owner. */
  meaning: string;
  /** What she can do until it works. */
  advice: string;
}

const inStripe = "Mientras tanto, míralo en Stripe.";

/** What the owner reads while a job fails: on «Hoy», in an email, in `/healthz` and in the log. */
export const jobTexts = {
  pages: {
    failure: "Las páginas de la tienda no enseñan lo último que has cambiado",
    meaning: "Se ve lo de antes. Nadie paga un precio que no haya visto.",
    advice: "Escribe en el servidor «/srv/aurelia/desk/hosting/server», que publica la tienda.",
  },
  mails: {
    failure: "Los correos no salen",
    meaning:
      "Quien compra no recibe su confirmación, ni tú los avisos. Están guardados, y saldrán.",
    advice: "Mira si tu cuenta de correo funciona. Se cambia con «aurelia ajustes».",
  },
  "payment pages": {
    failure: "No se cierran las páginas de pago de los pedidos que ya no se pagan",
    meaning:
      "Alguien podría pagar con tarjeta un pedido anulado. Saldría en «Dinero que no cuadra».",
    advice: inStripe,
  },
  "card payments": {
    failure: "No se comprueban todos los pagos con tarjeta",
    meaning: "Un pedido ya pagado puede seguir entre los que esperan el pago.",
    advice: `Antes de anular uno, búscalo en Stripe.`,
  },
  "card refunds": {
    failure: "No se preguntan a Stripe los reembolsos ni las disputas",
    meaning: "Lo que devuelvas desde Stripe, o lo que reclame un banco, no aparece aquí.",
    advice: inStripe,
  },
  expiry: {
    failure: "No caducan los pedidos sin pagar",
    meaning: "Siguen reservando sus frascos cuando ha pasado su último día.",
    advice: "Si te hacen falta, anula los vencidos en «Esperan el pago».",
  },
  reminders: {
    failure: "No se recuerda el pago a quien no ha pagado",
    meaning: "Sus pedidos caducan sin que nadie les avise.",
    advice: "Escribe tú a quien no quieras perder.",
  },
  deliveries: {
    failure: "No pasan a «Entregado» los paquetes que salieron hace un mes",
    meaning: "Siguen en camino, y sus datos no se borrarán a tiempo.",
    advice: "Márcalos tú, si sabes que han llegado.",
  },
  "unpaid stock": {
    failure: "No se vigilan los frascos que reservan los pedidos sin pagar",
    meaning: "Podrían agotar la tienda sin que te llegue un correo.",
    advice: "Mira de vez en cuando «Esperan el pago».",
  },
  withdrawals: {
    failure: "No sale el correo que junta los desistimientos del día",
    meaning: "A alguien le puede faltar el acuse de recibo, que exige la ley.",
    advice: "Mira «Desistimientos», en «Cuentas», y contéstales tú.",
  },
  erasure: {
    failure: "No se borran los datos personales que han cumplido su plazo",
    meaning: "La política de privacidad promete borrarlos.",
    advice: "Un día de retraso no es grave. Si sigue, pide ayuda.",
  },
  journal: {
    failure: "Lo que se borra no desaparece del todo del disco",
    meaning: "Los datos personales ya no se ven, pero siguen en el archivo.",
    advice: "Reinicia la tienda.",
  },
  undelivered: {
    failure: "No se te escribe sobre los correos que no llegan",
    meaning: "Están en «Hoy», en «Correos que no llegan».",
    advice: "Míralos ahí.",
  },
  failures: {
    failure: "No se te escribe sobre lo que falla",
    meaning: "Lo lees en «Hoy», y en ningún correo.",
    advice: "Mira «Hoy» cada día.",
  },
  backup: {
    failure: "No se hace la copia de seguridad",
    meaning: "Si se pierde el servidor, se pierde lo que ha pasado desde la última.",
    advice: "Mira si queda disco, y si existe la carpeta de BACKUP_FOLDER.",
  },
} satisfies Record<string, JobText>;

/** What helps with any of them. */
export const jobHelp =
  "En el servidor, «aurelia estado» mira si hay disco, correo y lo demás. Si no encuentra nada, reinicia la tienda con «systemctl restart aurelia»; si sigue, pide ayuda.";

export type JobName = keyof typeof jobTexts;

/** A job that has not succeeded for too long. */
export interface FailingJob {
  name: JobName;
  /** When it succeeded last, in ms, or the shop started. */
  since: number;
  /** Why its last run failed; empty if the log has said so, or if it never ended. */
  reason: string;
}
