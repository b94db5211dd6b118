/** The owner of chaos.ts, on the pages of orders: some are stale, she presses twice, and takes steps in any order. */
import { setTimeout as pause } from "node:timers/promises";
import { type Money, missingOf, paymentStatusOf, type Standing } from "./model.ts";
import { readOrderRows } from "./rows.ts";
import { ask, insist, isUnknown, type Run } from "./run.ts";
import type { Shelf } from "./shelf.ts";
import type { Cookie } from "./sign-in.ts";

/** The steps that move bottles from or to the shelf. They wait while she counts. */
const movesParcels = [
  "enviado",
  "no-enviado",
  "otro-envio",
  "reponer",
  "entregado",
  "no-entregado",
];

/** Takes some steps on an order. */
export async function attend(run: Run, cookie: Cookie, shelf: Shelf, id: string) {
  for (let steps = run.random.below(16); steps > 0; steps--) {
    const seen = await insist(() => lookAt(run, id));
    const step = choose(run, seen);
    const work = () => take(run, cookie, seen, step);
    await (movesParcels.includes(step) ? shelf.move(work) : work());
    await pause(run.random.below(100));
  }
}

interface Seen {
  id: string;
  version: number;
  quantity: number;
  total: number;
  money: Money;
  standing: Standing;
  /** The ids of the ledger's entries. */
  entries: number[];
  /** The ids of the withdrawals from this shopper. */
  linked: string[];
  unlinked: string[];
}

async function lookAt({ db }: Run, id: string): Promise<Seen> {
  const { order, entries, money, standing } = await readOrderRows(db, id);
  const withdrawals = await db
    .selectFrom("withdrawals")
    .select(["id", "orderId"])
    .where((is) => is.or([is("orderId", "=", id), is("email", "=", order.email ?? "")]))
    .execute();
  return {
    id,
    version: order.version,
    quantity: order.quantity,
    total: order.total,
    money,
    standing,
    entries: entries.map((entry) => entry.id),
    linked: withdrawals.filter(({ orderId }) => orderId !== null).map(({ id }) => id),
    unlinked: withdrawals.filter(({ orderId }) => orderId === null).map(({ id }) => id),
  };
}

const ofWithdrawals = [
  "es-de-este",
  "no-desiste",
  "rechazado",
  "quitar-desistidos",
  "quitar-desistidos",
];
const ofRemovals = ["volver-a-ponerlos", "cambiar-importe"];
const ofParcels = [
  "entregado",
  "no-entregado",
  "no-enviado",
  "otro-envio",
  "seguimiento",
  "reponer",
];
const anyStep = [
  "pago",
  "enviado",
  "anulado",
  "reabrir",
  "borrar",
  "quitar",
  ...ofRemovals,
  ...ofWithdrawals,
  ...ofParcels,
];

/** Mostly a step that fits the order, and sometimes any. */
function choose({ random: { one, chance } }: Run, seen: Seen): string {
  const { quantity, money, standing, linked, unlinked, entries } = seen;
  const { closed, fulfilment, kept, away } = standing;
  const isPaid = ["paid", "partially refunded"].includes(paymentStatusOf(money));
  const fitting = [
    "nota",
    "pago",
    ...(entries.length > 0 ? ["anular-apunte"] : []),
    ...(money.held > 0 ? ["stripe", "reembolso"] : []),
    ...(closed === null && kept > 1 ? ["quitar"] : []),
    ...(kept < quantity ? ofRemovals : []),
    ...(linked.length + unlinked.length > 0 ? ofWithdrawals : []),
    ...(closed ? ["reabrir", "borrar"] : ["anulado", "desistido"]),
    ...(closed === null && !isPaid ? ["pago", "pago", "pago", "dar-por-pagado", "mas-dias"] : []),
    ...(fulfilment === "unfulfilled" && isPaid ? ["enviado", "enviado", "enviado"] : []),
    ...(fulfilment === "shipped" ? ["entregado", "no-enviado", "seguimiento", "otro-envio"] : []),
    ...(fulfilment === "delivered" ? ["no-entregado", "otro-envio"] : []),
    ...(away > 0 ? ["reponer", "reponer"] : []),
    // Cancelling must not return bottles to the stock that have been restocked already.
    ...(away > 0 && closed === null ? ["anulado", "anulado"] : []),
  ];
  return one(chance(0.9) ? fitting : anyStep);
}

const euros = (cents: number) =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;

/** How many texts were typed, so that each is different. */
let typed = 0;

/** Presses a step's button, sometimes twice, and records the press if the step was taken or may have been. */
async function take(run: Run, cookie: Cookie, seen: Seen, step: string) {
  const { random, counts, violations, record } = run;
  const { one, chance, below } = random;
  const { id, version, total, money } = seen;
  const amounts = [missingOf(money), missingOf(money), money.held, 1000, 1, total + 1000];
  const about = step.includes("apunte")
    ? one(seen.entries)
    : one([...seen.linked, ...seen.unlinked]);
  const fields = {
    importe: euros(one(amounts.filter((amount) => amount > 0))),
    nota: `Nota ${++typed}`,
    seguimiento: `ES${++typed}`,
    frascos: "1",
    // The model supports only this answer: the bottles were not counted while they were marked as shipped.
    contados: "no",
    dias: "5",
    sobre: String(about ?? ""),
    version: String(chance(0.8) ? version : Math.max(0, version - below(3))),
  };
  const press = () => {
    const form = new URLSearchParams({ ...fields, ...(chance(0.9) && { seguro: "si" }) });
    return ask(run, `/mostrador/${id}/${step}`, form, cookie);
  };
  const answers = await Promise.all(chance(0.3) ? [press(), press()] : [press()]);
  const statuses = answers.map((answer) => answer?.status);
  const done = statuses.filter((status) => status === 303).length;
  counts.steps += done;
  counts.questions += statuses.filter((status) => status === 200).length;
  // The same refund through Stripe is made once, and acknowledged twice.
  if (done > 1 && step !== "stripe") violations.push(`${id}: «${step}» counted twice.`);
  if (done > 0 || answers.some(isUnknown))
    record.presses.push({ order: id, step, fields, isDone: done > 0 });
  const wrong = statuses.find((status) => ![undefined, 200, 303, 400, 409, 503].includes(status));
  if (wrong) violations.push(`${id}: «${step}» was answered ${wrong}.`);
}
