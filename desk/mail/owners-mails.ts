import { formatIban } from "../../app/desk/shop/order-format.ts";
import { balance } from "../../app/desk/shop/order-rules.ts";
import { daysLate, isAsked } from "../../app/desk/shop/order-words.ts";
import type { Withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { product, toCents } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Desk } from "../context.ts";
import type { Order } from "../storage/tables.ts";
import { type Circumstances, given, type NewsKind, quotable, type Words } from "./content.ts";
import { formatMail, unlinked } from "./mail-format.ts";
import type { Letter } from "./outbox.ts";

const settingNames = {
  PRODUCT_PRICE: "El precio del frasco",
  SELLER_IBAN: "La cuenta para las transferencias",
};

/** Tells the owner of a change at the counter, which somebody else may have made. */
export function changedSetting(
  desk: Desk,
  name: keyof typeof settingNames,
  was: string,
  is: string,
): Letter {
  const show = (value: string) =>
    name === "SELLER_IBAN" ? formatIban(value) : formatPrice(toCents(value));
  return ownersLetter("settings", `owner setting ${desk.now()}`, [
    `${settingNames[name]} ha cambiado en el mostrador`,
    `Antes: ${show(was)}. Ahora: ${show(is)}.`,
    "Si no has sido tú, vuelve a poner lo de antes y cambia la contraseña del mostrador (DESK_PASSWORD).",
    `${shop.siteUrl}/mostrador/ajustes`,
  ]);
}

const counterPage = ({ id }: Order) => `${shop.siteUrl}/mostrador/${id}`;

/** The emails to the owner about an order. Undefined if none is needed. */
export const ownersNews: {
  [News in NewsKind]?: (order: Order, of: Circumstances) => Words | undefined;
} = {
  pending: (order) => [
    `Pedido nuevo: ${order.quantity} × ${product.name}, ${formatPrice(order.total)}`,
    {
      lines: [
        `${order.firstName} ${order.lastName}, ${order.city}. ${order.payment === "card" ? "Paga con tarjeta o Bizum" : "Paga por transferencia"}. Pedido ${order.id}.`,
      ],
    },
    counterPage(order),
  ],
  received: (order, { amount = 0 }) =>
    order.state === "pending"
      ? undefined
      : [
          `Otro pago: ${formatPrice(amount)}, pedido ${order.id}`,
          "Ya estaba pagado. Mira si hay que devolver algo.",
          counterPage(order),
        ],
  paid: (order) => [
    `Pagado: ${formatPrice(balance(order))}, pedido ${order.id}`,
    order.withdrawnAt === null
      ? {
          lines: [
            `Ya puedes preparar ${order.quantity} × ${product.name} para ${order.firstName} ${order.lastName}, ${order.city}.`,
          ],
        }
      : "No lo envíes: el comprador ha desistido. Hay que devolver el dinero.",
    counterPage(order),
  ],
  late: (order, { amount = 0 }) => [
    `Pago tardío: ${formatPrice(amount)}, pedido ${order.id}`,
    `${isAsked(order) ? "Le hemos preguntado al comprador si quiere el perfume o que le devuelvas el dinero" : "Le hemos dicho al comprador que le devuelves el dinero"}.`,
    counterPage(order),
  ],
  "invoice asked": (order, { note }) => [
    `Te piden factura: pedido ${order.id}`,
    { lines: [`A nombre de ${unlinked(note ?? "")}.`] },
    "Hazla con tu programa de facturación, envíala y márcala como enviada en el mostrador.",
    counterPage(order),
  ],
  disputed: (order, { amount = 0, note }) =>
    amount > 0
      ? [
          `Disputa: ${formatPrice(amount)}, pedido ${order.id}`,
          "El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
          counterPage(order),
        ]
      : [
          `Disputa cerrada, pedido ${order.id}`,
          note === "Perdida"
            ? "La has perdido: Stripe ha devuelto el dinero al banco del comprador."
            : "Se ha cerrado a tu favor.",
          counterPage(order),
        ],
};

/** Emails to the owner about the shop. */
export const ownersMail = {
  rush: (hour: number, count: number) =>
    ownersLetter(`hour ${hour}`, "owner rush", [
      `Muchos pedidos: ${count} en una hora`,
      "Si no los esperabas, mira el mostrador: puede ser un robot. La tienda sigue abierta.",
      `${shop.siteUrl}/mostrador`,
    ]),
  withdrawal: (
    withdrawal: Withdrawal & { id: string; at: number },
    { certain, perhaps }: Meant,
  ) => {
    const { id, at, name, contract, email } = quotable(withdrawal);
    const [one, ...others] = certain;
    const toPack = certain.filter(({ state }) => state === "paid");
    return ownersLetter(id, "owner withdrawn", [
      one
        ? `Desistimiento ${others.length > 0 ? "de los pedidos" : "del pedido"} ${allOf.format(numbersOf(certain))}`
        : perhaps.length > 0
          ? `Desistimiento, quizá del pedido ${anyOf.format(numbersOf(perhaps))}`
          : "Desistimiento que no encaja con ningún pedido",
      { lines: [`${name} (${email}) desiste de «${contract}».`] },
      ...given(
        toPack.length > 0 &&
          (others.length > 0 ? `No envíes ${allOf.format(numbersOf(toPack))}.` : "No lo envíes."),
        certain.some((order) => daysLate({ ...order, withdrawnAt: at }) > 0) &&
          "Ha llegado fuera de plazo: míralo en el mostrador antes de prometer nada.",
        one &&
          perhaps.length > 0 &&
          `Quizá es también del pedido ${anyOf.format(numbersOf(perhaps))}.`,
        perhaps.length > 0 &&
          (perhaps.length === 1
            ? "Antes de enviarlo, di en el mostrador si es de ese pedido."
            : "Antes de enviarlos, di en el mostrador si es de alguno de ellos."),
      ),
      `Si pagó y está en plazo, tienes ${shop.law.refundDays}\u00a0días naturales para devolver el dinero.`,
      `${shop.siteUrl}/mostrador`,
    ]);
  },
  /** A digest, when many withdrawals arrive. */
  withdrawals: (time: number, count: number, newest: Withdrawal[]) =>
    ownersLetter("withdrawals", `owner withdrawals ${time}`, [
      `${count === 1 ? "Otro desistimiento" : `Otros ${count} desistimientos`}`,
      `Han llegado muchos en poco tiempo y no te hemos escrito por cada uno. ${count === 1 ? "El último" : "Los últimos"}:`,
      {
        lines: newest
          .map(quotable)
          .map(({ name, email, contract }) => `${name} (${email}): «${contract}»`),
      },
      `Están todos en el mostrador: ${shop.siteUrl}/mostrador`,
    ]),
};

interface Meant {
  certain: Order[];
  perhaps: Order[];
}

const numbersOf = (orders: Order[]) => orders.map(({ id }) => id);
const allOf = new Intl.ListFormat("es-ES", { type: "conjunction" });
const anyOf = new Intl.ListFormat("es-ES", { type: "disjunction" });

export function ownersLetter(about: string, kind: string, [subject, ...blocks]: Words): Letter {
  return { about, kind, recipient: shop.email, subject, ...formatMail(shop.brand, blocks) };
}
