/** The owner of chaos.ts, on other pages: she changes settings and the account, counts bottles and enters orders. */
import { setTimeout as pause } from "node:timers/promises";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { makeLink } from "../orders/email-links.ts";
import { day, dayOf } from "../shop/time.ts";
import { ask, insist, isUnknown, keyOf, type Run } from "./run.ts";
import type { Shelf } from "./shelf.ts";
import type { Cookie } from "./sign-in.ts";

/** @param attend what she does with an order that she has entered */
export const runTheShop = (
  run: Run,
  cookie: Cookie,
  shelf: Shelf,
  attend: (number: string) => Promise<void>,
) => Promise.all([changeSettings(run, cookie), enterOrders(run, cookie, shelf, attend)]);

async function changeSettings(run: Run, cookie: Cookie) {
  const { below, chance } = run.random;
  while (!run.isOver()) {
    await pause(100 + below(2_000));
    await changeSetting(run, cookie);
    if (chance(0.2)) await changeAccount(run);
    if (chance(0.2)) await changeClaims(run, cookie);
  }
}

async function enterOrders(
  run: Run,
  cookie: Cookie,
  shelf: Shelf,
  attend: (number: string) => Promise<void>,
) {
  for (let index = 0; !run.isOver(); index++) {
    await pause(100 + run.random.below(300));
    // Only once: a count replaces the stock, and would hide errors from before it.
    if (!run.record.counting && run.counts.placed > run.orders / 4) await shelf.count();
    const number = await enterOrder(run, cookie, shelf, index);
    if (number) await attend(number);
  }
}

/** The settings that change, with the names of their forms. Each starts with the first value. */
const settings = [
  ["PRODUCT_PRICE", "precio", ["89,99", "95,00", "79,50"]],
  ["PRODUCT_PRICE", "precio", ["89,99", "95,00", "79,50"]],
  ["paused", "pausa", ["", "pronto"]],
  ["paused", "pausa", ["", ""]],
] as const;

const readFact = async ({ db }: Run, name: string) =>
  (await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst())
    ?.value ?? "";

async function changeSetting(run: Run, cookie: Cookie) {
  const [name, ajuste, values] = run.random.one(settings);
  const antes = await insist(() => readFact(run, name));
  const valor = run.random.one(values);
  const sentAt = Date.now();
  const status = await change(run, "/mostrador/ajustes", { ajuste, valor, antes }, cookie);
  if (ajuste !== "precio" || valor === antes || status === 409) return;
  const price = Number(valor.replace(",", ""));
  run.record.prices.push({ price, sentAt, answeredAt: Date.now(), isDone: status === 303 });
}

async function changeClaims(run: Run, cookie: Cookie) {
  const fields = {
    shippingCost: run.random.one(["4,50", "9,99"]),
    freeShippingFrom: "150",
    authorizationHours: "24",
    refundWorkingDays: "7",
    antes: await insist(() => readFact(run, "claims")),
  };
  await change(run, "/mostrador/lo-que-dice", fields, cookie);
}

async function change(run: Run, path: string, fields: { [name: string]: string }, cookie: Cookie) {
  const answer = await ask(run, path, new URLSearchParams(fields), cookie);
  if (answer?.status === 303) run.counts.settings++;
  else if (!isUnknown(answer) && answer?.status !== 409)
    run.violations.push(`${path} was answered ${answer?.status}.`);
  return answer?.status;
}

const accounts = ["DE89370400440532013000", "ES7921000813610123456789"];

/** Confirms another bank account by a link, and sometimes presses twice. */
async function changeAccount(run: Run) {
  const { chance, one } = run.random;
  const secret = await insist(() => makeLink(run, one(accounts)));
  const press = () => ask(run, `/mostrador/cuenta/${secret}`, new URLSearchParams());
  const answers = await Promise.all(chance(0.3) ? [press(), press()] : [press()]);
  const done = answers.filter((answer) => answer?.status === 200).length;
  run.counts.settings += done;
  if (done > 1) run.violations.push("A link was used twice.");
  const wrong = answers.find(
    (answer) => !isUnknown(answer) && ![200, 409].includes(answer?.status ?? 0),
  );
  if (wrong) run.violations.push(`The account was answered ${wrong.status}.`);
}

/**
 * Enters an order: a sale in person, one by telephone, or one from three weeks ago, past its withdrawal period.
 * @returns its number
 */
async function enterOrder(run: Run, cookie: Cookie, shelf: Shelf, index: number) {
  const { random, seed, counts, record, violations } = run;
  const { one, below } = random;
  const kind = one(["in person", "telephone", "late"] as const);
  const clave = keyOf(seed, "e", index);
  const email = kind === "in person" ? null : `t${index}@correo.example`;
  const [frascos, total] = [1 + below(2), 1000 + below(9000)];
  record.entered.set(clave, {
    quantity: frascos,
    total,
    email,
    isOver: kind !== "telephone",
  });
  const form = new URLSearchParams({
    ...Object.fromEntries(Object.entries(completeOrder).map(([name, value]) => [name, `${value}`])),
    quien: kind === "in person" ? "en persona" : "alguien",
    email: email ?? "",
    frascos: String(frascos),
    importe: `${(total / 100).toFixed(2)}`,
    cobro: "cash",
    forma: "transfer",
    fecha: dayOf(run.now() - (kind === "late" ? 21 * day : 0)),
    ...(kind === "late" && { pagado: "si", entregado: "si" }),
    clave,
  });
  let number: string | undefined;
  const send = async () => {
    for (;;) {
      const answer = await ask(run, "/mostrador/anotar-pedido", form, cookie);
      number = /\/mostrador\/([\dA-Z]{8})$/.exec(answer?.location ?? "")?.[1];
      if (number) return;
      // For a clock that was set back, today is in the future.
      if (!isUnknown(answer) && answer?.status !== 400)
        return violations.push(`Entering an order was answered ${answer?.status}.`);
    }
  };
  // Only an order by telephone leaves its bottles on the shelf.
  await (kind === "telephone" ? send() : shelf.move(send));
  counts.entered++;
  return kind === "in person" ? undefined : number;
}
