import { formatDay, formatIban, formatMoment } from "../../app/desk/shop/order-format.ts";
import { isPaid, isPayable, outstanding, owedBack } from "../../app/desk/shop/order-status.ts";
import { awaitsShopper, daysLate } from "../../app/desk/shop/order-texts.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { product, toCents } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Order } from "../storage/tables.ts";
import { defined, preventAutolinks, redactMailboxNames } from "./mail-format.ts";
import type { OrderMailsToOwner, ShopMails, WriteAboutWithdrawal } from "./templates.ts";

const admin = `${shop.siteUrl}/mostrador`;
const changePassword = `${admin}/contrasena`;
const adminPage = ({ id }: Order) => `${admin}/${id}`;
const bottles = ({ quantity }: Order) => `${quantity} × ${product.name}`;
const recipient = ({ firstName, lastName, city }: Order) => `${firstName} ${lastName}, ${city}`;

export const ownerMails: OrderMailsToOwner = {
  "owner order placed": (order) => [
    `Pedido nuevo: ${bottles(order)}, ${formatPrice(order.total)}`,
    {
      lines: [
        `${recipient(order)}. ${order.method === "card" ? "Paga con tarjeta o Bizum" : "Paga por transferencia"}. Pedido ${order.id}.`,
      ],
    },
    adminPage(order),
  ],
  "owner payment": (order, { amount }) => [
    `${order.closed ? "Pago tardío" : "Pagado"}: ${formatPrice(amount)}, pedido ${order.id}`,
    { lines: [afterPayment(order)] },
    adminPage(order),
  ],
  "owner refund failed": (order, { amount }) => [
    `Reembolso fallido: ${formatPrice(amount)}, pedido ${order.id}`,
    "El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo.",
    adminPage(order),
  ],
  "owner dispute": (order, { kind, amount }) => [
    `${disputeNames[kind]}: ${formatPrice(amount)}, pedido ${order.id}`,
    disputeTexts[kind],
    adminPage(order),
  ],
};

function afterPayment(order: Order): string {
  if (awaitsShopper(order))
    return "Le hemos preguntado al comprador si quiere el perfume o que le reembolses el dinero.";
  if (order.closed) return "Le hemos dicho al comprador que le reembolsas el dinero.";
  if (order.withdrawnAt !== null)
    return "No lo envíes: el comprador ha desistido. Hay que reembolsar el dinero.";
  if (isPayable(order)) return `Faltan ${formatPrice(outstanding(order))}.`;
  if (owedBack(order) > 0) return `Ha pagado ${formatPrice(owedBack(order))} de más.`;
  return `Ya puedes preparar ${bottles(order)} para ${recipient(order)}.`;
}

const disputeNames = { opened: "Disputa", won: "Disputa ganada", lost: "Disputa perdida" };
const disputeTexts = {
  opened:
    "El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
  won: "Se ha cerrado a tu favor.",
  lost: "La has perdido: Stripe ha devuelto el dinero al banco del comprador.",
};

export const ownerWithdrawal: WriteAboutWithdrawal = (withdrawal, order) => {
  const { name, email, contract, at } = withdrawal;
  const isToPack =
    order && order.closed === null && order.fulfilment === "unfulfilled" && isPaid(order);
  return [
    order
      ? `Desistimiento del pedido ${order.id}`
      : "Desistimiento que no encaja con ningún pedido",
    { lines: [`${name} (${email}) desiste de «${contract}».`] },
    ...defined(
      !order && "Antes de enviarle nada, di en el mostrador de qué pedido es.",
      isToPack && "No lo envíes.",
      order &&
        daysLate({ ...order, withdrawnAt: at }) > 0 &&
        "Ha llegado fuera de plazo: míralo en el mostrador antes de prometer nada.",
    ),
    `Si pagó y está en plazo, tienes ${shop.law.refundDays}\u00a0días naturales para reembolsar el dinero.`,
    order ? adminPage(order) : admin,
  ];
};

const settingNames: Record<string, string> = {
  PRODUCT_PRICE: "El precio del frasco",
  SELLER_IBAN: "La cuenta para las transferencias",
  SHOP_EMAIL: "El correo de la tienda",
};

/** As the owner reads a setting's value. */
const settingFormats: Record<string, (value: string) => string> = {
  PRODUCT_PRICE: (value) => formatPrice(toCents(value)),
  SELLER_IBAN: formatIban,
};

export const shopMails: ShopMails = {
  "owner mail undelivered": (_, about) =>
    about === undefined || about.sentAt !== null || about.dismissedAt !== null
      ? undefined
      : [
          "Hay un correo que no llega",
          "Este correo de la tienda no ha llegado a su destinatario:",
          {
            lines: [
              `«${about.subject}»`,
              `${about.refusedAt === null ? "Se sigue intentando" : "Ya no se intenta"}: ${preventAutolinks(redactMailboxNames(about.error ?? ""))}`,
            ],
          },
          `En el mostrador puedes corregir la dirección, enviarlo otra vez o descartarlo: ${admin}`,
        ],
  "owner backup failed": ({ day, folder, reason }) => [
    "No se ha hecho la copia de seguridad",
    `No se ha podido guardar en ${folder} la copia de los pedidos del ${formatDay(day)}:`,
    { lines: [reason] },
    "Comprueba que la carpeta existe, que la tienda puede escribir en ella y que queda espacio. Lo intentamos otra vez cada hora; si hoy no se consigue, mañana volvemos a avisarte.",
  ],
  // In case somebody else has signed in to the admin.
  "owner setting changed": ({ name, before, after }) => {
    const show = settingFormats[name] ?? String;
    return [
      `${settingNames[name] ?? name} ha cambiado en el mostrador`,
      `Antes: ${show(before)}. Ahora: ${show(after)}.`,
      `Si no has sido tú, cambia ahora la contraseña del mostrador y vuelve a poner lo de antes: ${changePassword}`,
    ];
  },
  "owner account change": ({ before, after, due, token }) => [
    "La cuenta para las transferencias va a cambiar",
    `Ahora: ${formatIban(before)}. Desde el ${formatMoment(due)}: ${formatIban(after)}.`,
    "Si no has sido tú, anula el cambio antes de esa hora. Después cambia la contraseña del mostrador: " +
      changePassword,
    { button: "Anular el cambio", address: `${admin}/anular/${token}` },
  ],
  "owner password changed": () => [
    "La contraseña del mostrador ha cambiado",
    "Las demás sesiones se han cerrado: en cada navegador hay que entrar con la contraseña nueva.",
    "Si no has sido tú, recupera el mostrador desde el servidor: lo explica la guía, en «Si algo va mal».",
  ],
};
