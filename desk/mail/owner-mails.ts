import { formatDay, formatIban } from "../../app/desk/shop/order-format.ts";
import { isPaid } from "../../app/desk/shop/order-status.ts";
import { awaitsShopper, daysLate } from "../../app/desk/shop/order-texts.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { product, toCents } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Order } from "../storage/tables.ts";
import {
  defined,
  type OrderMailsToOwner,
  type ShopMails,
  type WriteAboutWithdrawal,
} from "./content.ts";
import { nameless, unlinked } from "./mail-format.ts";

const admin = `${shop.siteUrl}/mostrador`;
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
  "owner order paid": (order, { amount }) => [
    `Pagado: ${formatPrice(amount)}, pedido ${order.id}`,
    order.withdrawnAt === null
      ? { lines: [`Ya puedes preparar ${bottles(order)} para ${recipient(order)}.`] }
      : "No lo envíes: el comprador ha desistido. Hay que devolver el dinero.",
    adminPage(order),
  ],
  "owner overpaid": (order, { amount }) => [
    `Otro pago: ${formatPrice(amount)}, pedido ${order.id}`,
    "Ya estaba pagado. Mira si hay que devolver algo.",
    adminPage(order),
  ],
  "owner late payment": (order, { amount }) => [
    `Pago tardío: ${formatPrice(amount)}, pedido ${order.id}`,
    `${awaitsShopper(order) ? "Le hemos preguntado al comprador si quiere el perfume o que le devuelvas el dinero" : "Le hemos dicho al comprador que le devuelves el dinero"}.`,
    adminPage(order),
  ],
  "owner refund failed": (order, { amount }) => [
    `Reembolso fallido: ${formatPrice(amount)}, pedido ${order.id}`,
    "El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo.",
    adminPage(order),
  ],
  "owner dispute opened": (order, { amount }) => [
    `Disputa: ${formatPrice(amount)}, pedido ${order.id}`,
    "El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
    adminPage(order),
  ],
  "owner dispute won": (order) => [
    `Disputa ganada, pedido ${order.id}`,
    "Se ha cerrado a tu favor.",
    adminPage(order),
  ],
  "owner dispute lost": (order) => [
    `Disputa perdida, pedido ${order.id}`,
    "La has perdido: Stripe ha devuelto el dinero al banco del comprador.",
    adminPage(order),
  ],
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
    `Si pagó y está en plazo, tienes ${shop.law.refundDays}\u00a0días naturales para devolver el dinero.`,
    order ? adminPage(order) : admin,
  ];
};

const settingNames: Record<string, string> = {
  PRODUCT_PRICE: "El precio del frasco",
  SELLER_IBAN: "La cuenta para las transferencias",
};

export const shopMails: ShopMails = {
  "owner mails undelivered": (_, mails) =>
    mails.length === 0
      ? undefined
      : [
          "Hay correos que no llegan",
          "Estos correos de la tienda no han llegado a su destinatario:",
          ...mails.map(({ subject, error, refusedAt }) => ({
            lines: [
              `«${subject}»`,
              `${refusedAt === null ? "Se sigue intentando" : "Ya no se intenta"}: ${unlinked(nameless(error ?? ""))}`,
            ],
          })),
          `En el mostrador puedes corregir la dirección, enviarlos otra vez o descartarlos: ${admin}`,
        ],
  "owner backup failed": ({ day, folder, reason }) => [
    "No se ha hecho la copia de seguridad",
    `No se ha podido guardar en ${folder} la copia de los pedidos del ${formatDay(day)}:`,
    { lines: [reason] },
    "Comprueba que la carpeta existe, que la tienda puede escribir en ella y que queda espacio. Lo intentamos otra vez cada hora; si hoy no se consigue, mañana volvemos a avisarte.",
  ],
  // Somebody else may be at the counter.
  "owner setting changed": ({ name, before, after }) => {
    const show = (value: string) =>
      name === "SELLER_IBAN" ? formatIban(value) : formatPrice(toCents(value));
    return [
      `${settingNames[name] ?? name} ha cambiado en el mostrador`,
      `Antes: ${show(before)}. Ahora: ${show(after)}.`,
      "Si no has sido tú, vuelve a poner lo de antes y cambia la contraseña del mostrador (DESK_PASSWORD).",
      `${admin}/ajustes`,
    ];
  },
};
