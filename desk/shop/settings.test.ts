import { expect, test } from "vitest";
import { shopSettings } from "../../app/shop/settings-schema.ts";
import { settings } from "../testing/desk.ts";
import { readDeskSettings } from "./settings-schema.ts";

const errorsOf = (changes: Record<string, string | undefined>) =>
  readDeskSettings({ ...settings, DATABASE_URL: "orders.db", ...changes }, "all").errors;

test("accepts the settings of the tests", () => {
  expect(errorsOf({})).toEqual([]);
});

test.each([
  "ES9121000418450200051332",
  "ES91 2100 0418 4502 0005 1332",
  "DE89370400440532013000",
  "NO9386011117947",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "MT84MALT011000012345MTLCAST001S",
  "es9121000418450200051332",
  "ES91-2100-0418-4502-0005-1332",
])("accepts the IBAN %s", (SELLER_IBAN) => {
  expect(errorsOf({ SELLER_IBAN })).toEqual([]);
});

test.each([
  "ES9121000418450200051333",
  "ES1921000418450200051332",
  "ES9121000418450200015332",
  "ES912100041845020005133",
  "ES91",
  // The check digits are right, but a Spanish account has digits alone, and a British bank letters.
  "ES64210004184502O0051332",
  "GB58123460161331926819",
  "9121000418450200051332ES",
  // The check digits are right, but the length or the country is wrong.
  "ES982100041845020005133",
  "DE543704004405320130001",
  "XX46370400440532013000",
])("refuses %s", (SELLER_IBAN) => {
  expect(errorsOf({ SELLER_IBAN })).toEqual([
    `SELLER_IBAN debe ser el IBAN de la cuenta en la que cobras, sin ninguna cifra equivocada; es «${SELLER_IBAN}».`,
  ]);
});

test.each([
  [
    "SELLER_NAME",
    "X",
    "debe ser el nombre completo o la razón social de quien vende, tal como figura en su cuenta bancaria",
    "es «X»",
  ],
  [
    "SELLER_TAX_ID",
    "B12345675",
    "debe ser el NIF o el NIE de quien vende, con su letra o cifra de control correcta, como B12345674",
    "es «B12345675»",
  ],
  [
    "SELLER_ADDRESS",
    "Madrid",
    "debe ser la dirección postal de quien vende, en una sola línea",
    "es «Madrid», y falta el código postal o la ciudad",
  ],
  [
    "SHIPS_TO",
    "ES,XX",
    "debe tener uno o varios de estos códigos de país, separados por comas: ES, DE, FR, IT, PT, CH, AT",
    "es «ES,XX»",
  ],
  [
    "GUARANTEE_NOTICE",
    "notice.pdf",
    "debe ser el archivo del aviso oficial de la garantía legal (Reglamento (UE) 2025/1960), en SVG, PNG, JPG o WebP",
    "es «notice.pdf»",
  ],
  [
    "SMTP_URL",
    "http://mail.example",
    "debe ser la dirección del servidor de correo, como smtps://usuario:clave@mail.example:465 (en la contraseña, los signos / # @ % se escriben %2F %23 %40 %25)",
    "lo que has puesto no vale",
  ],
  [
    "OWNER_EMAIL",
    "lucia",
    "debe ser la dirección de correo en la que recibes los enlaces para entrar en el mostrador",
    "es «lucia»",
  ],
  [
    "DATABASE_URL",
    "mysql://localhost/orders",
    "debe ser un archivo, como data/orders.db, o una dirección postgres:// (en la contraseña, los signos / # @ % se escriben %2F %23 %40 %25)",
    "lo que has puesto no vale",
  ],
  [
    "TRUSTED_PROXY",
    "yes",
    "debe ser 1 si todas las visitas llegan a través de un proxy tuyo y, si no, no estar puesto",
    "es «yes»",
  ],
  [
    "STRIPE_SECRET_KEY",
    "pk_live_1",
    "debe ser la clave secreta de Stripe, que empieza por sk_ o rk_",
    "lo que has puesto no vale",
  ],
  [
    "STRIPE_WEBHOOK_SECRET",
    "sk_live_1",
    "debe ser el secreto de firma del webhook de Stripe, que empieza por whsec_",
    "lo que has puesto no vale",
  ],
])("explains %s=%s in a sentence, without secrets", (name, value, hint, ending) => {
  expect(errorsOf({ [name]: value })).toEqual([`${name} ${hint}; ${ending}.`]);
});

const accepts = (name: string) => (value: string) =>
  expect([value, errorsOf({ [name]: value }).length]).toEqual([value, 0]);
const refuses = (name: string) => (value: string) => {
  const errors = errorsOf({ [name]: value });
  expect([value, errors.length]).toEqual([value, 1]);
  expect(errors[0]).toMatch(
    new RegExp(`^${name} debe ser .* se escriben %2F .*; lo que has puesto no vale\\.$`),
  );
};

test("accepts only mail server addresses that parse, whatever the password", () => {
  [
    "smtp://localhost",
    "smtp://127.0.0.1:25",
    "smtps://tienda:p%40ss%2Fw%23rd@mail.example:465",
    "smtps://tienda%40aurelia.example:abc@mail.example:465?tls.rejectUnauthorized=false",
    "smtp://tienda:p@ss@mail.example:587",
  ].forEach(accepts("SMTP_URL"));
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
  ].forEach(refuses("SMTP_URL"));
});

test("the password of an earlier version is neither needed nor an error", () => {
  expect(errorsOf({ DESK_PASSWORD: "corta" })).toEqual([]);
  expect(errorsOf({ OWNER_EMIAL: "a@b.es" })).toEqual([
    "OWNER_EMIAL no es ningún ajuste de la tienda: mira si está bien escrito.",
  ]);
});

test("accepts a file or a PostgreSQL address that parses", () => {
  [
    "data/orders.db",
    "/var/lib/aurelia/orders.db",
    ":memory:",
    "postgres://aurelia:p%40ss@db.example:5432/orders?sslmode=require",
    "postgresql://aurelia@localhost/orders?host=/var/run/postgresql",
    "postgres:///orders?host=/var/run/postgresql",
  ].forEach(accepts("DATABASE_URL"));
  [
    "sqlite:///var/orders.db",
    "socket:/var/run/postgresql",
    "postgres:orders",
    "postgres://aurelia:cla/ve+1@db.example/orders",
    "postgres://aurelia:1/ve+1@db.example/orders",
    "postgres://aurelia:1#ve@db.example/orders",
  ].forEach(refuses("DATABASE_URL"));
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
])("%s is required", (name) => {
  const missing = expect.stringMatching(new RegExp(`^${name} no está puesto: debe .*\\.$`));
  expect(errorsOf({ [name]: undefined })).toEqual([missing]);
  expect(errorsOf({ [name]: "  " })).toEqual([missing]);
});

test.each([
  ["B12345674", true],
  ["B1234567D", false],
  ["P4622000J", true],
  ["P46220000", false],
  ["V12345674", true],
  ["V1234567D", true],
])("the NIF %s of an entity is valid: %s", (SELLER_TAX_ID, isValid) => {
  expect(errorsOf({ SELLER_TAX_ID }).length === 0).toBe(isValid);
});

test("requires a register entry of companies only", () => {
  expect(errorsOf({ SELLER_REGISTER: "" })).toEqual([
    "SELLER_REGISTER no está puesto, y el NIF «B12345674» es el de una sociedad: debe ser la inscripción de la sociedad en el Registro Mercantil, como «Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1».",
  ]);
  expect(errorsOf({ SELLER_TAX_ID: "12345678Z", SELLER_REGISTER: "" })).toEqual([]);
});

test("the other settings have defaults", () => {
  const { DEMO, ...known } = settings;
  for (const name of Object.keys(shopSettings)) Reflect.deleteProperty(known, name);
  const nothing = { SHIPS_TO: "", DATABASE_URL: "", STRIPE_SECRET_KEY: "" };
  expect(readDeskSettings({ ...settings, ...nothing }, "all")).toEqual({
    settings: { ...known, SHIPS_TO: "ES", DATABASE_URL: "data/orders.db" },
    errors: [],
  });
});

test("a build needs only the settings that pages show", () => {
  const built = readDeskSettings({}, "built").errors.map((error) => error.split(" ")[0]);
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
