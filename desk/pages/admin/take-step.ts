import type { Desk } from "../../storage/desk.ts";
import { refusal } from "../refusal.tsx";
import { outcomeOf, type Undo } from "./done.tsx";
import { readOrder } from "./read-order.ts";
import { steps } from "./steps/index.ts";
import type { Fields, Question } from "./steps/step.ts";
import type { Tried } from "./steps/step-form.tsx";

const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** A form whose step is asked about first. */
export interface Asked extends Question {
  path: string;
  about: string | undefined;
  fields: Fields;
}

interface Answer {
  status: number;
  tried?: Tried;
  asked?: Asked;
}

/**
 * Takes a step on an order, as it was when the form was rendered: a form that is sent twice counts
 * once. Asks for confirmation if the step is hard to undo.
 * @throws 404 if there is no such order or step
 */
export async function takeStep(
  desk: Desk,
  id: string,
  path: string,
  { version, sobre: about, seguro, ...fields }: Fields,
): Promise<"done" | Answer> {
  const step = steps.find((step) => step.path === path);
  if (!step) throw refusal(404);
  // readOrder asks Stripe first, so that a refund in its dashboard is not entered a second time by hand.
  const ctx = await readOrder(desk, id);
  const refuse = (status: number, answer: Partial<Tried>) => ({
    status,
    tried: { path, about, fields, errors: {}, ...answer },
  });
  // Drops the typed values, which could overwrite newer ones.
  const refuseOutdated = () => refuse(409, { fields: {}, refusal: changed });

  const ready = version === String(ctx.order.version) ? step.on(ctx, about) : undefined;
  if (!ready) return refuseOutdated();
  const prepared = ready.prepare(fields);
  if ("errors" in prepared) return refuse(400, prepared);
  if ("refusal" in prepared) return refuse(409, prepared);
  const { question, perform } = prepared;
  if (question && seguro === undefined)
    return { status: 200, asked: { ...question, path, about, fields } };
  const outcome = await perform(desk);
  if (outcome === "done") return "done";
  return outcome === "changed" ? refuseOutdated() : refuse(409, outcome);
}

/** The orders that a step was taken on, and the others with the reason. */
export interface StepsTaken {
  done: string[];
  refused: { id: string; reason: string }[];
  /** What takes the step back, by order. */
  undo: Record<string, Undo>;
}

/**
 * Takes a step on several orders, each in a transaction of its own. A form that is sent twice changes nothing more:
 * the orders have another version by then.
 * @param forms the fields of each order, by its id
 */
export async function takeSteps(
  desk: Desk,
  path: string,
  forms: Record<string, Fields>,
): Promise<StepsTaken> {
  const taken: StepsTaken = { done: [], refused: [], undo: {} };
  for (const [id, fields] of Object.entries(forms)) {
    const answer = await takeStep(desk, id, path, fields);
    if (answer === "done") {
      taken.done.push(id);
      const { undo } = outcomeOf(await readOrder(desk, id), path);
      if (undo) taken.undo[id] = undo;
    } else taken.refused.push({ id, reason: reasonIn(answer) });
  }
  return taken;
}

const undoPrefix = "deshacer-";

/** The fields of the form behind «Deshacer», which `undoneIn` reads. */
export const undoFields = (undo: StepsTaken["undo"]): [name: string, value: string][] =>
  Object.entries(undo).map(([id, { fields }]) => [
    `${undoPrefix}${id}`,
    String(new URLSearchParams(fields)),
  ]);

/** The forms of the orders whose steps «Deshacer» takes back. The press itself is the confirmation. */
export const undoneIn = (fields: Fields): Record<string, Fields> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(undoPrefix))
      .map(([name, value]) => [
        name.slice(undoPrefix.length),
        { ...Object.fromEntries(new URLSearchParams(value)), seguro: "si" },
      ]),
  );

function reasonIn({ asked, tried }: Answer): string {
  if (asked) return [asked.question, ...(asked.lines ?? [])].join(" ");
  return tried?.refusal ?? Object.values(tried?.errors ?? {}).join(". ");
}
