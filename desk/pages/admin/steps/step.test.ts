import { expect, test } from "vitest";
import { annotate } from "../../../orders/order-steps.ts";
import { databases, placed, story, testDesk } from "../../../testing/desk.ts";
import { readOrder } from "../read-order.ts";
import { steps } from "./index.ts";
import { noInput, orderStep, refuse, type Step } from "./step.ts";

const form = {
  path: "nota",
  label: "Anotar",
  done: { message: "anotado", undo: undefined },
  isPossible: () => true,
  parse: noInput,
};

/** Takes a step on a new order. */
async function take(database: (typeof databases)[number], step: Step) {
  const desk = await testDesk(database);
  const order = await placed(desk);
  const before = await story(desk, order);
  const prepared = step.on(await readOrder(desk, order.id))?.prepare({});
  if (!prepared || !("perform" in prepared)) throw new Error("The step is not possible.");
  const outcome = await prepared.perform(desk);
  return { outcome, added: (await story(desk, order)).slice(before.length) };
}

test.each(databases)(
  "what a step has written stays only if it is done, on %s",
  async (database) => {
    const write = (outcome: "done" | "changed" | ReturnType<typeof refuse>) =>
      orderStep({
        ...form,
        async run(desk, trx, { order }) {
          await annotate(desk, trx, order, "Llamó.");
          return outcome;
        },
      });
    expect(await take(database, write("done"))).toEqual({
      outcome: "done",
      added: ["owner note Llamó."],
    });
    for (const outcome of ["changed" as const, refuse("No se puede.")])
      expect(await take(database, write(outcome))).toEqual({ outcome, added: [] });
  },
);

test("a step that forgets what came of it does not compile", () => {
  // @ts-expect-error: it would be stored, and the owner told that nothing was done.
  expect(orderStep({ ...form, run: async () => {} }).path).toBe("nota");
});

test("the inverse of a step is a step", () => {
  const paths = steps.map(({ path }) => path);
  const inverses = steps.flatMap(({ done }) => (done === "entry" ? [] : (done.undo ?? [])));
  expect(inverses).not.toEqual([]);
  expect(paths).toEqual(expect.arrayContaining(inverses));
});
