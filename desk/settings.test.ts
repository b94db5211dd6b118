import { expect, test } from "vitest";
import { readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { settings } from "./testing/desk.ts";

const faultsOf = (changes: Record<string, string | undefined>) =>
  readDeskSettings({ ...settings, DATABASE_URL: "orders.db", ...changes }, "all").faults;

test("accepts the settings of the tests", () => {
  expect(faultsOf({})).toEqual([]);
});

test.each([
  "ES9121000418450200051332",
  "ES91 2100 0418 4502 0005 1332",
  "DE89370400440532013000",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
  "es9121000418450200051332",
  "ES91-2100-0418-4502-0005-1332",
])("accepts the IBAN %s", (SELLER_IBAN) => {
  expect(faultsOf({ SELLER_IBAN })).toEqual([]);
});

test.each([
  "ES9121000418450200051333",
  "ES1921000418450200051332",
  "ES9121000418450200015332",
  "ES912100041845020005133",
  "ES91",
  "9121000418450200051332ES",
])("refuses %s", (SELLER_IBAN) => {
  expect(faultsOf({ SELLER_IBAN })).toEqual([
    `SELLER_IBAN must be the IBAN that shoppers pay to, and one of its figures is not right; it is "${SELLER_IBAN}".`,
  ]);
});

test.each([
  ["SELLER_NAME", "X", "must be the seller's full name, as the bank account's holder has it", "X"],
  [
    "SELLER_TAX_ID",
    "B12345675",
    "must be the seller's NIF or NIE with its right check character, such as B12345674",
    "B12345675",
  ],
  ["SELLER_ADDRESS", "Madrid", "must be the seller's postal address in one line", "Madrid"],
  ["SHIPS_TO", "ES,XX", "must be codes of ES, DE, FR, IT, PT, CH, AT, parted by commas", "ES,XX"],
  [
    "GUARANTEE_NOTICE",
    "notice.pdf",
    "must name the file of the official notice on the legal guarantee (Regulation (EU) 2025/1960), an SVG or a picture",
    "notice.pdf",
  ],
  [
    "SMTP_URL",
    "http://mail.example",
    "must be the mail server's address, such as smtps://user:password@mail.example:465; of a password write / as %2F, # as %23, @ as %40 and % as %25",
    "…",
  ],
  [
    "DESK_PASSWORD",
    "elevensigns",
    "must be the counter's password, of at least 12 characters, 6 of them different",
    "…",
  ],
  [
    "DATABASE_URL",
    "mysql://localhost/orders",
    "must be a file, such as data/orders.db, or a postgres:// address; of a password write / as %2F, # as %23, @ as %40 and % as %25",
    "…",
  ],
  [
    "TRUSTED_PROXY",
    "yes",
    "must be 1 where all requests come through a proxy of yours, or not be set",
    "yes",
  ],
  [
    "STRIPE_SECRET_KEY",
    "pk_live_1",
    "must be Stripe's secret key, which begins with sk_ or rk_",
    "…",
  ],
  [
    "STRIPE_WEBHOOK_SECRET",
    "sk_live_1",
    "must be the secret of Stripe's webhook, which begins with whsec_",
    "…",
  ],
])("explains %s=%s in a sentence, without secrets", (name, value, advice, shown) => {
  expect(faultsOf({ [name]: value })).toEqual([`${name} ${advice}; it is "${shown}".`]);
});

const url = (name: string) => (value: string) =>
  expect([value, faultsOf({ [name]: value }).length]).toEqual([value, 0]);
const noUrl = (name: string) => (value: string) => {
  const faults = faultsOf({ [name]: value });
  expect([value, faults.length]).toEqual([value, 1]);
  expect(faults[0]).toMatch(new RegExp(`^${name} must be .* write / as %2F, .*; it is "…"\\.$`));
};

test("accepts only mail server addresses that parse, whatever the password", () => {
  [
    "smtp://localhost",
    "smtp://127.0.0.1:25",
    "smtps://tienda:p%40ss%2Fw%23rd@mail.example:465",
    "smtps://tienda%40aurelia.example:abc@mail.example:465?tls.rejectUnauthorized=false",
    "smtp://tienda:p@ss@mail.example:587",
  ].forEach(url("SMTP_URL"));
  [
    "smtps://tienda:p@ss:w/rd+#1@mail.example:465",
    "smtps://tienda:pa/ss@mail.example:465",
    "smtps://tienda:12/ss@mail.example:465",
    "smtps://tienda:12#ss@mail.example:465",
    "smtps://tienda:12?ss@mail.example:465",
    "smtps://tienda:pa#ss@mail.example:465",
    "smtps://tienda:50%@mail.example:465",
    "smtp:mail.example",
    "smtp:///mail.example",
    "smtps://",
  ].forEach(noUrl("SMTP_URL"));
});

test("wants six different characters in a password", () => {
  const faults = (DESK_PASSWORD: string) => faultsOf({ DESK_PASSWORD }).length;
  expect(["aaaaaaaaaaaa", "abcdeabcdeab", "elevensigns"].map(faults)).toEqual([1, 1, 1]);
  expect(["abcdefabcdef", "una contraseña larga"].map(faults)).toEqual([0, 0]);
});

test("accepts a file or a PostgreSQL address that parses", () => {
  [
    "data/orders.db",
    "/var/lib/aurelia/orders.db",
    ":memory:",
    "postgres://aurelia:p%40ss@db.example:5432/orders?sslmode=require",
    "postgresql://aurelia@localhost/orders?host=/var/run/postgresql",
    "postgres:///orders?host=/var/run/postgresql",
  ].forEach(url("DATABASE_URL"));
  [
    "sqlite:///var/orders.db",
    "socket:/var/run/postgresql",
    "postgres:orders",
    "postgres://aurelia:cla/ve+1@db.example/orders",
    "postgres://aurelia:1/ve+1@db.example/orders",
    "postgres://aurelia:1#ve@db.example/orders",
  ].forEach(noUrl("DATABASE_URL"));
});

test.each([
  "SELLER_NAME",
  "SELLER_TAX_ID",
  "SELLER_ADDRESS",
  "GUARANTEE_NOTICE",
  "PRODUCT_MAKER",
  "PRODUCT_IDENTIFIER",
  "PRODUCT_WARNINGS",
  "PRODUCT_INGREDIENTS",
  "SELLER_IBAN",
  "SMTP_URL",
  "DESK_PASSWORD",
])("%s is required", (name) => {
  const missing = expect.stringMatching(new RegExp(`^${name} is not set: it must .*\\.$`));
  expect(faultsOf({ [name]: undefined })).toEqual([missing]);
  expect(faultsOf({ [name]: "  " })).toEqual([missing]);
});

test("requires a register entry of companies only", () => {
  expect(faultsOf({ SELLER_REGISTER: "" })).toEqual([
    'SELLER_REGISTER is not set: the NIF "B12345674" is a company\'s, so it must be its entry in the commercial register, such as Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1.',
  ]);
  expect(faultsOf({ SELLER_TAX_ID: "12345678Z", SELLER_REGISTER: "" })).toEqual([]);
});

test("the other settings have defaults", () => {
  const { DEMO, ...known } = settings;
  const nothing = { SHIPS_TO: "", DATABASE_URL: "", STRIPE_SECRET_KEY: "" };
  expect(readDeskSettings({ ...settings, ...nothing }, "all")).toEqual({
    settings: { ...known, SHIPS_TO: "ES", DATABASE_URL: "data/orders.db" },
    faults: [],
  });
});

test("a build needs only the settings that pages show", () => {
  const built = readDeskSettings({}, "built").faults.map((fault) => fault.split(" ")[0]);
  expect(built).toEqual([
    "SELLER_NAME",
    "SELLER_TAX_ID",
    "SELLER_ADDRESS",
    "GUARANTEE_NOTICE",
    "PRODUCT_MAKER",
    "PRODUCT_IDENTIFIER",
    "PRODUCT_WARNINGS",
    "PRODUCT_INGREDIENTS",
  ]);
});
