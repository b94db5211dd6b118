import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { temporaryFolder } from "../testing/desk.ts";
import {
  ask,
  errorOf,
  openQuestions,
  questions,
  smtpUrl,
  type Terminal,
  toSetting,
  unanswered,
} from "./questions.ts";
import { settingsErrors } from "./settings-file.ts";

const defaults = {
  DATABASE_URL: "/var/lib/aurelia/orders.db",
};

const notice = join(import.meta.dirname, "../demo/notice.svg");

/** What an owner types, in the order of the questions. */
function typed(folder: string): [string, string][] {
  copyFileSync(notice, join(folder, "typed.SVG"));
  return [
    ["SITE_URL", "brisa.es"],
    ["SHOP_EMAIL", "hola@brisa.es"],
    ["SHOP_PHONE", "600111222"],
    ["SELLER_NAME", "Brisa SL"],
    ["SELLER_TAX_ID", "B58818501"],
    ["SELLER_ADDRESS", "Calle Mayor 1, 28013 Madrid"],
    ["SELLER_REGISTER", "Registro Mercantil de Madrid, tomo 2, folio 3, hoja M-4"],
    ["SELLER_IBAN", "ES79 2100 0813 6101 2345 6789"],
    ["PRODUCT_PRICE", "95"],
    ["PRODUCT_MAKER", "Brisa SL, Calle Mayor 1, 28013 Madrid, hola@brisa.es"],
    ["PRODUCT_IDENTIFIER", "EAN 8412345678905"],
    ["PRODUCT_WARNINGS", "Inflamable. Solo para uso externo."],
    ["PRODUCT_INGREDIENTS", "Alcohol Denat., Parfum, Aqua"],
    ["GUARANTEE_NOTICE", join(folder, "typed.SVG")],
    ["SMTP_URL", "smtp.brisa.es"],
    ["user", "hola@brisa.es"],
    ["password", "a/b#c'd %e"],
  ];
}

/** Answers the questions with these lines. */
async function answer(
  lines: string[],
  settings: Environment = defaults,
  asked = unanswered(settings),
  mailServerError: Terminal["mailServerError"] = async () => undefined,
) {
  const shown: string[] = [];
  const saved: Environment = {};
  const folder = temporaryFolder();
  await ask(asked, settings, {
    say: (text) => void shown.push(text),
    async ask() {
      const line = lines.shift();
      if (line === undefined) throw new Error("There are too few lines.");
      return line;
    },
    save(name, value) {
      saved[name] = value;
    },
    folder,
    mailServerError,
  });
  expect(lines).toEqual([]);
  return { shown: shown.join("\n"), saved, folder };
}

test("valid answers make a shop that starts", async () => {
  const { saved, folder } = await answer(typed(temporaryFolder()).map(([, line]) => line));
  expect(settingsErrors({ ...defaults, ...saved })).toEqual([]);
  expect(openQuestions({ ...defaults, ...saved })).toEqual([]);
  expect(saved).toMatchObject({
    SITE_URL: "https://brisa.es",
    GUARANTEE_NOTICE: join(folder, "aviso.svg"),
    SMTP_URL: "smtps://hola%40brisa.es:a%2Fb%23c%27d%20%25e@smtp.brisa.es:465",
  });
  expect(readFileSync(join(folder, "aviso.svg"))).toEqual(readFileSync(notice));
});

test("every question without an answer is open, and a person has no register", () => {
  const names = (settings: Environment) => openQuestions(settings).map(({ name }) => name);
  const all = questions.map(({ name }) => name);
  expect(names(defaults)).toEqual(all.filter((name) => name !== "SELLER_REGISTER"));
  expect(names({ ...defaults, SELLER_TAX_ID: "ES-B58818501" })).toContain("SELLER_REGISTER");
  expect(names({ ...defaults, SELLER_TAX_ID: "12345678Z" })).not.toContain("SELLER_REGISTER");
});

test.each([
  ["SITE_URL", "http://brisa.es", "Debe empezar por https:// para vender de verdad"],
  ["SITE_URL", "aurelia.example", "Debe tener un valor tuyo, y no uno de ejemplo"],
  ["SHOP_EMAIL", "brisa", "Debe ser una dirección de correo"],
  ["SHOP_PHONE", "915", "Debe ser un teléfono con su prefijo internacional"],
  ["SELLER_TAX_ID", "B58818502", "Debe ser el NIF o el NIE de quien vende"],
  ["SELLER_IBAN", "ES79 2100 0813 6101 2345 6780", "Debe ser el IBAN"],
  ["PRODUCT_PRICE", "9", "Debe ser el precio de un frasco"],
  ["PRODUCT_INGREDIENTS", "Alcohol", "Debe contener los ingredientes"],
  ["GUARANTEE_NOTICE", "/nada.png", "En este servidor no hay ningún archivo /nada.png."],
  ["GUARANTEE_NOTICE", "README.md", "README.md no es una imagen que se pueda abrir."],
  ["SMTP_URL", "https://smtp.brisa.es/", "Debe ser el nombre de un servidor"],
])("%s is asked again after «%s»", async (name, wrong, reason) => {
  const lines = typed(temporaryFolder());
  const at = lines.findIndex(([setting]) => setting === name);
  lines.splice(at, 0, [name, wrong]);
  const { shown, saved } = await answer(lines.map(([, line]) => line));
  expect(shown).toContain(reason);
  expect(settingsErrors({ ...defaults, ...saved })).toEqual([]);
});

test("Enter keeps the current answers", async () => {
  const { saved } = await answer(typed(temporaryFolder()).map(([, line]) => line));
  const lines = () => Array(questions.length + 2).fill("");
  const again = await answer(lines(), { ...defaults, ...saved }, questions);
  expect(again.saved).toEqual({ SMTP_URL: saved.SMTP_URL });

  const SMTP_URL = `${saved.SMTP_URL}?requireTLS=false`;
  const withOption = await answer(lines(), { ...defaults, ...saved, SMTP_URL }, questions);
  expect(withOption.saved).toEqual({ SMTP_URL });
});

test("the examples of the questions are valid", async () => {
  for (const { name, example } of questions) {
    if (["GUARANTEE_NOTICE", "SMTP_URL"].includes(name)) continue;
    const value = await toSetting(name, example, temporaryFolder());
    const problem = errorOf(name, { ...defaults, [name]: value });
    expect([name, problem]).toEqual([name, undefined]);
  }
});

describe("the mail server", () => {
  const mail = questions.filter(({ name }) => name === "SMTP_URL");
  const account = { ...defaults, SHOP_EMAIL: "hola@brisa.es" };
  /** Answers the question in a world where only these servers work. */
  async function choose(lines: string[], working: string[], settings: Environment = account) {
    const tried: string[] = [];
    const { saved, shown } = await answer(lines, settings, mail, async (url) => {
      const { host, password } = new URL(url);
      tried.push(host);
      return working.includes(host) && password === "geheim" ? undefined : `No ${host}.`;
    });
    return { url: saved.SMTP_URL, tried, shown };
  }
  const typed = (server: string) => [server, "hola@brisa.es", "geheim"];

  test("is tried with both ports", async () => {
    expect(await choose(typed("correo.brisa.es"), ["correo.brisa.es:587"])).toMatchObject({
      url: "smtp://hola%40brisa.es:geheim@correo.brisa.es:587",
      tried: ["correo.brisa.es:465", "correo.brisa.es:587"],
    });
    const { tried } = await choose(typed("correo.brisa.es"), ["correo.brisa.es:465"]);
    expect(tried).toEqual(["correo.brisa.es:465"]);
  });

  test("is tried with the named port alone", async () => {
    const { url, tried, shown } = await choose(typed("correo.brisa.es:2525"), []);
    expect(tried).toEqual(["correo.brisa.es:2525"]);
    // It may be down for now.
    expect(url).toBe("smtp://hola%40brisa.es:geheim@correo.brisa.es:2525");
    expect(shown).toContain("No correo.brisa.es:2525.\nSe queda así.");
  });

  test("is found in the domain of the shop's address if she does not know it", async () => {
    expect(await choose(typed(""), ["mail.brisa.es:587"])).toMatchObject({
      url: "smtp://hola%40brisa.es:geheim@mail.brisa.es:587",
      tried: ["smtp.brisa.es:465", "smtp.brisa.es:587", "mail.brisa.es:465", "mail.brisa.es:587"],
    });
  });

  test("is asked again if it is not found", async () => {
    const lines = [...typed(""), ...typed("correo.brisa.es")];
    const { url, shown } = await choose(lines, ["correo.brisa.es:465"]);
    expect(url).toBe("smtps://hola%40brisa.es:geheim@correo.brisa.es:465");
    expect(shown).toContain("No mail.brisa.es:587.\nPregunta a tu proveedor cuál es");
    expect(shown).not.toContain("geheim");
  });

  test("stays the current one at Enter, and is tried with a new password", async () => {
    const before = "smtp://hola%40brisa.es:antes@correo.brisa.es:587?requireTLS=false";
    const current = { ...account, SMTP_URL: before };
    expect(await choose(["", "", ""], [], current)).toMatchObject({ url: before, tried: [] });
    const changed = await choose(["", "", "geheim"], ["correo.brisa.es:587"], current);
    expect(changed.url).toBe("smtp://hola%40brisa.es:geheim@correo.brisa.es:587");
  });
});

test("a port other than 465 uses STARTTLS", () => {
  expect(smtpUrl("smtp.brisa.es", "587", "a", "b")).toBe("smtp://a:b@smtp.brisa.es:587");
  expect(smtpUrl("127.0.0.1", "25", "", "")).toBe("smtp://127.0.0.1:25");
});
