import { type Context, Hono } from "hono";
import { formatAmount, formatPrice } from "../app/shop/money.ts";
import { readForm } from "./body.ts";
import type { Desk } from "./context.ts";
import { deliver, findOrder, historyOf, receive, refund, refundable, ship } from "./orders.ts";
import { sendAgain, stuckMails } from "./outbox.ts";
import type { WritePage } from "./pages.ts";
import { type Order, type OrderState, states } from "./schema.ts";
import { comesFrom } from "./states.ts";
import {
  eventNames,
  formatDay,
  formatMoment,
  orderAddress,
  stateNames,
  vatOf,
  whoNames,
} from "./words.ts";

const ordersPerPage = 50;

/** `/mostrador`, where the owner looks after the orders. Who may come in is judged before. */
export function counter(desk: Desk, page: WritePage, kick: () => void): Hono {
  const app = new Hono();

  app.get("/", async (c) => {
    const number = c.req.query("pedido")?.trim().toUpperCase();
    if (number && (await findOrder(desk, number))) return c.redirect(`/mostrador/${number}`, 303);

    const state = states.find((state) => state === c.req.query("estado"));
    const orders = await listOrders(desk, state, c.req.query("antes"));
    const last = orders.length > ordersPerPage ? orders[ordersPerPage - 1] : undefined;
    return page("mostrador", {
      missing: number || null,
      filters: [undefined, ...states].map((choice) => ({
        name: choice ? stateNames[choice] : "Todos",
        address: choice ? `/mostrador?estado=${choice}` : "/mostrador",
        current: choice === state ? "page" : "false",
      })),
      orders: orders.slice(0, ordersPerPage).map(row),
      any: orders.length > 0,
      older: last ? olderAddress(state, last) : null,
      mails: (await stuckMails(desk)).map(({ id, recipient, subject, attempts, error }) => ({
        id,
        recipient,
        subject,
        attempts,
        error,
      })),
      withdrawals: (await recentWithdrawals(desk)).map(({ at, ...declared }) => ({
        ...declared,
        at: formatMoment(at),
      })),
    });
  });

  app.get("/:id", async (c) => {
    const order = await findOrder(desk, c.req.param("id"));
    return order ? showOrder(desk, page, order) : c.notFound();
  });

  const form = async (c: Context) => {
    const fields = await readForm(c.req);
    return {
      id: c.req.param("id") ?? "",
      amount: readAmount(fields.importe ?? ""),
      seen: readSeen(fields.visto ?? ""),
      note: (fields.nota ?? "").trim().slice(0, 200),
    };
  };
  const answer = async (c: Context, id: string, done: boolean, complaint: string) => {
    kick();
    if (done) return c.redirect(`/mostrador/${id}`, 303);
    const order = await findOrder(desk, id);
    return order ? showOrder(desk, page, order, complaint) : c.notFound();
  };
  const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";
  const noAmount = "Escribe un importe en euros, como 89,99.";

  app.post("/:id/cobrado", async (c) => {
    const { id, amount, seen } = await form(c);
    if (!amount) return answer(c, id, false, noAmount);
    return answer(c, id, await receive(desk, id, amount, seen), changed);
  });
  app.post("/:id/enviado", async (c) => {
    const { id, note } = await form(c);
    return answer(c, id, await ship(desk, id, note), changed);
  });
  app.post("/:id/entregado", async (c) => {
    const { id } = await form(c);
    return answer(c, id, await deliver(desk, id), changed);
  });
  app.post("/:id/devuelto", async (c) => {
    const { id, amount, seen } = await form(c);
    if (!amount) return answer(c, id, false, noAmount);
    const order = await findOrder(desk, id);
    if (order && amount > refundable(order)) {
      const most = formatPrice(refundable(order));
      return answer(c, id, false, `No se puede devolver más de ${most}.`);
    }
    return answer(c, id, await refund(desk, id, amount, seen), changed);
  });
  app.post("/correos/:id", async (c) => {
    await sendAgain(desk, c.req.param("id"));
    kick();
    return c.redirect("/mostrador", 303);
  });
  return app;
}

/** The newest first, and from page to page by where the last one ended: quick with any number of them. */
export function listOrders({ db }: Desk, state?: OrderState, before?: string) {
  const [time, id = ""] = before?.split("~") ?? [];
  let orders = db.selectFrom("orders").selectAll();
  if (state) orders = orders.where("state", "=", state);
  if (Number.isSafeInteger(Number(time)) && Number(time) > 0) {
    orders = orders.where((is) =>
      is(is.refTuple("placedAt", "id"), "<", is.tuple(Number(time), id)),
    );
  }
  return orders
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage + 1)
    .execute();
}

/** Where a page of the list ended: `listOrders` goes on after it. */
export const placeInList = ({ placedAt, id }: Order) => `${placedAt}~${id}`;

function olderAddress(state: OrderState | undefined, last: Order): string {
  const query = new URLSearchParams({
    ...(state && { estado: state }),
    antes: placeInList(last),
  });
  return `/mostrador?${query}`;
}

const recentWithdrawals = ({ db }: Desk) =>
  db.selectFrom("withdrawals").selectAll().orderBy("at", "desc").limit(20).execute();

function row(order: Order) {
  return {
    id: order.id,
    placedAt: formatMoment(order.placedAt),
    name: order.forgottenAt ? "(datos borrados)" : `${order.firstName} ${order.lastName}`,
    quantity: order.quantity,
    total: formatPrice(order.total),
    state: stateNames[order.state],
    odd: oddity(order),
  };
}

/** Money that does not fit what was ordered is never passed over in silence. */
function oddity({ received, total, state }: Order): string | null {
  if (received === 0 || received === total) return null;
  const paid = state === "pending" || state === "expired" ? "faltan" : "sobran";
  return `Recibidos ${formatPrice(received)} de ${formatPrice(total)}: ${paid} ${formatPrice(Math.abs(total - received))}.`;
}

async function showOrder(desk: Desk, page: WritePage, order: Order, complaint?: string) {
  const may = (to: OrderState) => comesFrom[to].includes(order.state);
  const history = await historyOf(desk, order);
  const view = {
    ...row(order),
    complaint: complaint ?? null,
    subtotal: formatPrice(order.quantity * order.unitPrice),
    shipping: formatPrice(order.shipping),
    vat: formatPrice(vatOf(order.total)),
    received: formatPrice(order.received),
    refunded: formatPrice(order.refunded),
    payment: order.payment === "card" ? "Tarjeta o Bizum" : "Transferencia",
    terms: formatDay(order.terms),
    email: order.email,
    address: order.forgottenAt ? [] : orderAddress(order),
    mayBePaid: may("paid") && order.payment === "transfer",
    mayBeShipped: may("shipped"),
    mayBeDelivered: may("delivered"),
    mayBeRefunded: refundable(order) > 0,
    missing: formatAmount(Math.max(0, order.total - order.received + order.refunded)),
    refundable: formatAmount(refundable(order)),
    seenReceived: order.received,
    seenRefunded: order.refunded,
    history: history.map(({ at, who, what, amount, note }) => ({
      at: formatMoment(at),
      who: whoNames[who],
      what: eventNames[what],
      amount: amount === null ? null : formatPrice(amount),
      note,
    })),
  };
  return page("mostrador/pedido", view, complaint ? 409 : 200);
}

/** The cents that the page showed; what it can't have shown is no order's amount. */
const readSeen = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

/** «1.089,99», «89,99 €» or «90» in cents; nothing else is an amount. */
function readAmount(text: string): number | undefined {
  const [, euros = "", cents = ""] =
    /^(\d{1,3}\.\d{3}|\d{1,6})(?:,(\d{1,2}))?\s*€?$/.exec(text.trim()) ?? [];
  return Number(euros.replaceAll(".", "")) * 100 + Number(cents.padEnd(2, "0")) || undefined;
}
