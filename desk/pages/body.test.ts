import { expect, test } from "vitest";
import { plain } from "./body.ts";

test.each([
  ["control characters become one space", "a\u0000\u001b[2Jb", "a [2Jb"],
  ["characters that reverse the text are removed", "a\u202eb\u200b\ufeff", "ab"],
  ["joiners stay", "علی\u200cرضا 👩\u200d🎨", "علی\u200cرضا 👩\u200d🎨"],
])("%s", (_, typed, stored) => {
  expect(plain(typed)).toBe(stored);
});
