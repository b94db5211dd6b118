import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test.each([
  ["Ana+1@Correo.es", "ana@correo.es"],
  ["ana.gomez@correo.es", "ana.gomez@correo.es"],
  ["A.na.Gomez+x.y@gmail.com", "anagomez@gmail.com"],
  ["anagomez@GoogleMail.com", "anagomez@gmail.com"],
  ["a.na@notgmail.com", "a.na@notgmail.com"],
])("the mailbox of %s is %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
