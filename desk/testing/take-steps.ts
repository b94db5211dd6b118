import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect } from "vitest";
import { OrderPage } from "../pages/admin/order-page.tsx";
import { QuestionPage } from "../pages/admin/question.tsx";
import { readOrder } from "../pages/admin/read-order.ts";
import { takeStep } from "../pages/admin/take-step.ts";
import type { Desk } from "../storage/desk.ts";
import { reread } from "./desk.ts";
import { readPage } from "./page.ts";

type Fields = Record<string, string>;
type Numbered = { id: string };

export const orderHasChanged =
  "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** Sends a step's form, as the page of this version of the order has it; by default, the current version. */
export async function send(
  desk: Desk,
  order: Numbered,
  step: string,
  fields: Fields = {},
  version?: number,
) {
  const current = version ?? (await reread(desk, order)).version;
  return takeStep(desk, order.id, step, { version: String(current), ...fields });
}

/** Takes a step that needs no confirmation. */
export const take = async (desk: Desk, order: Numbered, step: string, fields?: Fields) =>
  expect([step, await send(desk, order, step, fields)]).toEqual([step, "done"]);

/** The question about a step, with the form behind its «yes». */
export async function ask(desk: Desk, order: Numbered, step: string, fields?: Fields) {
  const before = await reread(desk, order);
  const answer = await send(desk, order, step, fields);
  if (answer === "done" || !answer.asked) throw new Error(`«${step}» asks nothing.`);
  const html = renderToStaticMarkup(
    createElement(QuestionPage, { ...answer.asked, order: before }),
  );
  const { text } = readPage(`<main>${html}</main>`);
  const confirm = () => send(desk, before, step, { ...fields, seguro: "si" }, before.version);
  return { ...answer.asked, text, confirm };
}

/** Takes a step and confirms it. */
export async function confirm(desk: Desk, order: Numbered, step: string, fields?: Fields) {
  const asked = await ask(desk, order, step, fields);
  expect([step, await asked.confirm()]).toEqual([step, "done"]);
}

/** Why a step is refused: the reason, or the messages of its fields. */
export async function refused(desk: Desk, order: Numbered, step: string, fields?: Fields) {
  const answer = await send(desk, order, step, fields);
  if (answer === "done" || !answer.tried) throw new Error(`«${step}» is not refused.`);
  return answer.tried.refusal ?? answer.tried.errors;
}

/** The outcomes of two presses at the same time, «done» last. */
export async function twiceAtOnce(press: () => ReturnType<typeof send>): Promise<string[]> {
  const answers = await Promise.all([press(), press()]);
  return answers
    .map((answer) => (answer === "done" ? answer : (answer.tried?.refusal ?? "asked")))
    .sort((one, other) => Number(one === "done") - Number(other === "done"));
}

/** The order's page: with the answer to a step, as it is shown then. */
export async function orderPage(
  desk: Desk,
  { id }: Numbered,
  answer?: Awaited<ReturnType<typeof send>>,
) {
  const ctx = await readOrder(desk, id);
  const tried = answer && answer !== "done" ? answer.tried : undefined;
  const html = renderToStaticMarkup(createElement(OrderPage, { ctx, tried }));
  const page = readPage(`<main>${html}</main>`);
  return { ...page, steps: Object.keys(page.forms) };
}
