import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import {
  address,
  chromium,
  common,
  firefox,
  inEveryEngine,
  port,
  webServer,
} from "../playwright.config.ts";
import { findHunspell, findWebKit } from "../setup/programs.ts";

process.env.TEST_MAIL_PORT = String(port + 1);
/** A file, so that the tests sign in without an email. */
process.env.TEST_DATABASE ??= join(mkdtempSync(join(tmpdir(), "aurelia-")), "orders.db");

/** Tests of the boutique that a shop that sells passes too. */
const ofBoutique = [
  /(autofill|hosts|oldest-browsers)\.spec/,
  ...(findHunspell() ? [/words\.spec/] : []),
];
const metadata = {
  submit: "Pedido con obligación de pago",
  // The demo's seller and notes, and verb forms.
  words: "L B M EAN neroli WCAG AA AAAA MM DD registrales Cópialo imprímelo Táchese".split(" "),
};

export default defineConfig({
  ...common,
  testDir: "e2e",
  use: { ...common.use, baseURL: address(port) },
  projects: [
    { name: "chromium", use: chromium },
    { name: "boutique", use: chromium, testDir: "../e2e", testMatch: ofBoutique, metadata },
    ...(findWebKit()
      ? [{ name: "webkit", testDir: "../e2e/webkit", grep: /keeps the confirmation/, metadata }]
      : []),
    { name: "firefox", use: firefox, grep: inEveryEngine },
  ],
  // The demo. Its emails are only listed on a local page.
  webServer: webServer("node demo/demo.ts", port, {
    MAIL_PORT: String(port + 1),
    DATABASE_URL: process.env.TEST_DATABASE,
    DEMO_ORDERS: "0",
  }),
});
