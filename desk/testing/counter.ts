import { expect } from "vitest";
import type { CardPayment } from "../orders/payment.ts";
import { withdraw } from "../orders/withdrawals.ts";
import type { Order } from "../storage/tables.ts";
import { card, newKey, undisputed } from "./desk.ts";
import { read, type testShop } from "./shop.ts";

type Owner = Awaited<ReturnType<typeof testShop>>["owner"];

export const orderHasChanged =
  "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** The confirmation page, and the form behind its «yes». */
export async function ask(
  owner: Owner,
  order: Order,
  step: string,
  fields: Record<string, string>,
) {
  const path = `/mostrador/${order.id}/${step}`;
  const page = await read(owner.post(path, fields));
  const [, seguro = ""] = /value="([^"]*)"[^>]*name="seguro"/.exec(page.html) ?? [];
  const [yes = ""] = Object.keys(page.forms);
  return { ...page, yes, confirm: () => owner.post(path, { ...page.forms[yes], seguro }) };
}

/** Takes a step and confirms it. */
export async function take(
  owner: Owner,
  order: Order,
  step: string,
  fields: Record<string, string>,
) {
  const asked = await ask(owner, order, step, fields);
  expect([step, asked.status]).toEqual([step, 200]);
  return (await asked.confirm()).status;
}

/** The statuses of two presses at the same time, the lower one first. */
export async function twiceAtOnce(press: () => Promise<Response>): Promise<number[]> {
  const answers = await Promise.all([press(), press()]);
  return answers.map(({ status }) => status).sort();
}

/** Lucía withdraws from the order with the shop's form. */
export const withdrawFrom = (desk: Parameters<typeof withdraw>[0], { id }: Order) =>
  withdraw(desk, newKey(), { name: "Lucía Gómez", contract: id, email: "lucia@correo.example" });

/** A card provider, and the amounts that it has received and refunded. */
export function takesCards(changes: Partial<CardPayment> = {}) {
  const books = { received: 8999, refunded: 0 };
  return {
    books,
    card: card({ check: async () => ({ ...books, ...undisputed }), ...changes }),
  };
}
