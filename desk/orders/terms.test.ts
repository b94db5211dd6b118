import { expect, test } from "vitest";
import { databases, testDesk } from "../testing/desk.ts";
import { currentTerms, storeTerms } from "./terms.ts";

test.each(databases)("the tenth terms of a day follow the ninth, on %s", async (database) => {
  const desk = await testDesk(database);
  for (let number = 2; number <= 10; number++) {
    desk.pass(1);
    await storeTerms(desk.db, `Texto ${number}.`, desk.now());
  }
  const tenth = { version: "2026-11-22-10", text: "Texto 10." };
  expect(await currentTerms(desk.db)).toMatchObject(tenth);
  desk.pass(1);
  expect(await storeTerms(desk.db, "Texto 10.", desk.now())).toMatchObject(tenth);
  expect(await storeTerms(desk.db, "Texto 9.", desk.now())).toEqual({
    version: "2026-11-22-11",
    text: "Texto 9.",
  });
});
