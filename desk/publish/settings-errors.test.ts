import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { errorsOf, noticeErrors } from "./settings-errors.ts";

const exampleNotice = join(import.meta.dirname, "../demo/notice.svg");

const right = {
  SHOP_EMAIL: "tienda@perfumes.es",
  SHOP_PHONE: "+34 600 111 222",
  SITE_URL: "https://perfumes.es",
};

const desk = {
  ...right,
  SELLER_NAME: "Brisa SL",
  SELLER_TAX_ID: "B58818501",
  SELLER_ADDRESS: "Calle Mayor 1, 28013 Madrid",
  SELLER_REGISTER: "Registro Mercantil de Madrid, tomo 2, folio 3, hoja M-4",
  GUARANTEE_NOTICE: "public/favicon.svg",
  PRODUCT_MAKER: "Brisa SL, Calle Mayor 1, 28013 Madrid, hola@brisa.es",
  PRODUCT_IDENTIFIER: "EAN 8412345678905",
  PRODUCT_WARNINGS: "Inflamable. Solo para uso externo.",
  PRODUCT_INGREDIENTS: "Alcohol Denat., Parfum, Aqua, Limonene",
};

test("accepts valid settings", () => {
  expect(errorsOf(desk)).toEqual([]);
});

test("a build may lack the settings that only a start needs, but refuses invalid ones", () => {
  const wrong = {
    SELLER_IBAN: "ES79 2100 0813 6101 2345 6780",
    STRIPE_SECRET_KEY: "corta",
    SMTP_URL: " ",
  };
  const errors = errorsOf({ ...desk, ...wrong });
  expect(errors.map((error) => error.split(" ")[0])).toEqual(["SELLER_IBAN", "STRIPE_SECRET_KEY"]);
  expect(errors.join()).not.toContain("corta");
});

test("requires the settings that pages show, and the file of the notice", () => {
  const errors = errorsOf(right);
  expect(errors.map((error) => error.split(" ")[0])).toEqual([
    "SELLER_NAME",
    "SELLER_TAX_ID",
    "SELLER_ADDRESS",
    "GUARANTEE_NOTICE",
    "PRODUCT_MAKER",
    "PRODUCT_IDENTIFIER",
    "PRODUCT_WARNINGS",
    "PRODUCT_INGREDIENTS",
  ]);
  expect(errorsOf({ ...desk, GUARANTEE_NOTICE: "nowhere/notice.svg" })).toEqual([
    "GUARANTEE_NOTICE nombra un archivo que no existe: «nowhere/notice.svg».",
  ]);
  expect(errorsOf({ ...desk, SHIPS_TO: "ES,UK" })).toEqual([
    "SHIPS_TO debe tener uno o varios de estos códigos de país, separados por comas: ES, DE, FR, IT, PT, CH, AT; es «ES,UK».",
  ]);
});

test.each(["notice.svg", "Aviso.PNG", "aviso.jpeg", "aviso.JPG"])(
  "accepts the notice %s",
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), "aurelia-notice-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const GUARANTEE_NOTICE = join(folder, name);
    writeFileSync(GUARANTEE_NOTICE, "");
    expect(errorsOf({ ...desk, GUARANTEE_NOTICE })).toEqual([]);
  },
);

test.each([
  "SHIP_TO",
  "SHOP_EMIAL",
  "PRODUCT_NOTES",
  "SELLER_IBAM",
  "OWNER_MAIL",
  "DATABASE_URI",
  "BACKUP_FODLER",
  "BACKUPS_FOLDER",
  "SMTP_ULR",
  "SMTP_HOST",
  "TRUSTED_PROXIES",
  "STRIPE_API_KEY",
  "STRIPE_WEBHOOK_SECERT",
])("reports the misspelt %s", (name) => {
  expect(errorsOf({ ...desk, [name]: "x" })).toEqual([
    `${name} no es ningún ajuste de la tienda: mira si está bien escrito.`,
  ]);
  for (const empty of [" ", undefined]) expect(errorsOf({ ...desk, [name]: empty })).toEqual([]);
});

test("takes no variable of another program for a setting", () => {
  const names = `
    PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL LANG LANGUAGE LC_ALL TERM TZ EDITOR MAIL TMPDIR _
    HOST PORT HOSTNAME MAIL_PORT COPIES_TO NODE NODE_ENV NODE_PATH NODE_OPTIONS NODE_VERSION
    NODE_EXTRA_CA_CERTS YARN_VERSION INIT_CWD COLOR COLORTERM DISPLAY DESKTOP_SESSION BASE_URL
    npm_command npm_config_cache npm_config_prefix npm_config_user_agent npm_execpath
    npm_lifecycle_event npm_lifecycle_script npm_node_execpath npm_package_json npm_package_name
    npm_package_version INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH
    MEMORY_PRESSURE_WRITE STATE_DIRECTORY CREDENTIALS_DIRECTORY NOTIFY_SOCKET LISTEN_FDS
    XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_CLIENT SSH_CONNECTION SSH_TTY
    SUDO_USER SUDO_UID SUDO_COMMAND LS_COLORS LESSOPEN LESSCLOSE HTTP_PROXY HTTPS_PROXY NO_PROXY
    HTTP_URL SITE_ID SITE_NAME POSTGRES_PASSWORD PGHOST CI GITHUB_ACTIONS GITHUB_TOKEN BUILD_NUMBER
    BUILD_ID KUBERNETES_SERVICE_HOST KUBERNETES_PORT VITEST DEBUG`;
  const others = Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, "x"]),
  );
  expect(errorsOf({ ...others, ...desk })).toEqual([]);
  expect(errorsOf({ ...process.env, ...desk })).toEqual([]);
});

test("refuses the example's identity and unencrypted addresses", () => {
  const nobody = { SHOP_EMAIL: "", SHOP_PHONE: "", SITE_URL: "" };
  expect(errorsOf({ ...desk, ...nobody })).toEqual([
    "SHOP_EMAIL debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad; es «hola@aurelia.example».",
    "SHOP_PHONE debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad; es «+34 910 000 000».",
    "SITE_URL debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad; es «https://aurelia.example».",
  ]);
  expect(errorsOf({ ...desk, SITE_URL: "https://brisa.example:8443" })).toEqual([
    "SITE_URL debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad; es «https://brisa.example:8443».",
  ]);
  for (const SITE_URL of ["http://brisa.es", "http://localhost.brisa.es"]) {
    expect(errorsOf({ ...desk, SITE_URL })).toEqual([
      `SITE_URL debe empezar por https:// para vender de verdad; es «${SITE_URL}».`,
    ]);
  }
  for (const SITE_URL of ["http://localhost", "http://localhost:3000"]) {
    expect(errorsOf({ ...desk, SITE_URL })).toEqual([]);
  }
  expect(errorsOf({ ...desk, ...nobody, DEMO: "yes" })).toEqual([]);
});

test.each([
  "B58818501",
  "A58818501",
  "b58818501",
  "B-58.818.501",
  "G28029643",
  "Q2826000H",
  "P2807900B",
  "12345678Z",
  "00000000T",
  "X1234567L",
  "Y1234567X",
  "Z1234567R",
  "K1234567L",
  "ES 12345678Z",
  "ESB58818501",
])("accepts the tax number %s", (SELLER_TAX_ID) => {
  expect(errorsOf({ ...desk, SELLER_TAX_ID })).toEqual([]);
});

test.each([
  "B12345675",
  "B1234567C",
  "99999999A",
  "X1234567X",
  "I12345674",
  "12345678",
  "FRB12345674",
])("refuses %s", (SELLER_TAX_ID) => {
  expect(errorsOf({ ...desk, SELLER_TAX_ID })).toEqual([
    `SELLER_TAX_ID debe ser el NIF o el NIE de quien vende, con su letra o cifra de control correcta, como B12345674; es «${SELLER_TAX_ID}».`,
  ]);
});

test.each([
  ["PRODUCT_IDENTIFIER", "1"],
  ["PRODUCT_WARNINGS", "ninguna"],
  ["PRODUCT_INGREDIENTS", "Alcohol"],
  ["SELLER_REGISTER", "Madrid"],
  ["SELLER_ARBITRATION", "sí"],
])("%s can't be «%s»", (name, value) => {
  expect(errorsOf({ ...desk, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} debe (ser|contener) .*; es «${value}»\\.$`)),
  ]);
});

test.each([
  ["PRODUCT_MAKER", "Brisa SL, Calle Mayor 1, 28013 Madrid", "el email o la web"],
  ["PRODUCT_MAKER", "Brisa, a@brisa.es", "la dirección postal"],
  ["SELLER_ADDRESS", "Mayor 7", "el código postal o la ciudad"],
])("%s «%s» lacks %s", (name, value, piece) => {
  expect(errorsOf({ ...desk, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} debe ser .*; es «${value}», y falta ${piece}\\.$`)),
  ]);
});

test.each(["A58818501", "B58818501"])(
  "the company %s must say where it is registered",
  (SELLER_TAX_ID) => {
    for (const SELLER_REGISTER of ["", " "]) {
      expect(errorsOf({ ...desk, SELLER_TAX_ID, SELLER_REGISTER })).toEqual([
        `SELLER_REGISTER no está puesto, y el NIF «${SELLER_TAX_ID}» es el de una sociedad: debe ser la inscripción de la sociedad en el Registro Mercantil, como «Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1».`,
      ]);
    }
  },
);

test.each(["12345678Z", "X1234567L", "G28029643"])("%s may have no register", (SELLER_TAX_ID) => {
  expect(errorsOf({ ...desk, SELLER_TAX_ID, SELLER_REGISTER: "" })).toEqual([]);
});

test("refuses a notice that nobody can read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "notice-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const check = async (name: string, content: Uint8Array | string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    const errors = await noticeErrors({ GUARANTEE_NOTICE: file });
    return errors.map((error) => error.replace(file, "FILE"));
  };
  const picture = (width: number, ink: string) => {
    const line = { create: { width: 9, height: 9, channels: 3, background: ink } } as const;
    const paper = sharp({ create: { width, height: 200, channels: 3, background: "white" } });
    return paper
      .composite([{ input: line, left: 9, top: 9 }])
      .png()
      .toBuffer();
  };
  expect(await check("notice.png", await picture(300, "black"))).toEqual([]);
  expect(await check("notice.png", await picture(300, "white"))).toEqual([
    "GUARANTEE_NOTICE es una imagen en blanco: «FILE».",
  ]);
  expect(await check("notice.png", await picture(299, "black"))).toEqual([
    "GUARANTEE_NOTICE es una imagen demasiado pequeña para leerla: «FILE».",
  ]);
  expect(await check("notice.jpg", "nada")).toEqual([
    "GUARANTEE_NOTICE no es una imagen que se pueda abrir: «FILE».",
  ]);
  expect(await noticeErrors({ GUARANTEE_NOTICE: exampleNotice })).toEqual([]);
  expect(await noticeErrors({ GUARANTEE_NOTICE: "nowhere/notice.svg" })).toEqual([]);
});
