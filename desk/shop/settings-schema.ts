import { countries } from "../../app/shop/countries.ts";
import {
  buildSettings,
  type Environment,
  emailAddress,
  isExample,
  isSecret,
  literal,
  setting,
  shopSettings,
  validateSettings,
} from "../../app/shop/settings-schema.ts";
import { exampleSettings } from "./example-settings.ts";

const registerHint =
  "debe ser la inscripción de la sociedad en el Registro Mercantil, como «Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1»";

/** Marks a trial shop, which may use the example's values. */
export const demoSetting = {
  DEMO: literal({ validate: /^(yes)?$/, hint: "debe ser «yes» o no estar puesto" }),
};

/** The settings that the pages of a shop with real orders show as well. */
export const sellerSettings = {
  SELLER_NAME: setting({
    validate: /^\S.+\S$/,
    hint: "debe ser el nombre completo o la razón social de quien vende, tal como figura en su cuenta bancaria",
  }),
  SELLER_TAX_ID: setting({
    validate: isTaxId,
    hint: "debe ser el NIF o el NIE de quien vende, con su letra o cifra de control correcta, como B12345674",
    // EU VAT numbers begin with the country code.
    normalize: (value) => compact(value).replace(/^ES(?=.{9}$)/, ""),
  }),
  SELLER_ADDRESS: setting({
    validate: /^\S.{8,}\S$/,
    hint: "debe ser la dirección postal de quien vende, en una sola línea",
    lacks: () => "el código postal o la ciudad",
  }),
  SELLER_REGISTER: setting({
    validate: /^$|^\S.{8,}\S$/,
    hint: registerHint,
  }),
  SELLER_ARBITRATION: setting({
    validate: /^$|^\S.{8,}\S$/,
    hint: "debe ser la junta arbitral de consumo a la que te has adherido, con su dirección",
  }),
  SHIPS_TO: setting({
    default: "ES",
    normalize: (value) =>
      value
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean)
        .join(","),
    validate: (value) =>
      value.split(",").every((code) => countries.some(([known]) => known === code)),
    hint: `debe tener uno o varios de estos códigos de país, separados por comas: ${countries.map(([code]) => code).join(", ")}`,
  }),
  GUARANTEE_NOTICE: setting({
    validate: /\.(svg|png|jpe?g|webp)$/i,
    hint: "debe ser el archivo del aviso oficial de la garantía legal (Reglamento (UE) 2025/1960), en SVG, PNG, JPG o WebP",
  }),
  // The information that an online offer must show: Regulation (EU) 2023/988, art. 19.
  PRODUCT_MAKER: setting({
    // An electronic address is an email or a website.
    validate: /^(?=.*(@|www\.|https?:\/\/)).{20,}$/,
    hint: "debe ser el nombre, la dirección postal y el email o la web de quien fabrica el perfume, o de su persona responsable en la Unión Europea",
    lacks: (value) =>
      /@|www\.|https?:\/\//.test(value) ? "la dirección postal" : "el email o la web",
  }),
  PRODUCT_IDENTIFIER: setting({
    validate: /^\S.+\S$/,
    hint: `debe ser el código que identifica este perfume, como ${exampleSettings.PRODUCT_IDENTIFIER}`,
  }),
  PRODUCT_WARNINGS: setting({
    validate: /^\S.{8,}\S$/,
    hint: "debe contener las advertencias de la etiqueta del perfume, en español",
  }),
  PRODUCT_INGREDIENTS: setting({
    validate: /^[^,]+(,[^,]+)+$/,
    hint: "debe contener los ingredientes de la etiqueta del perfume (INCI), separados por comas",
  }),
  SHOP_NOTICE: setting({
    validate: /^.{0,140}$/,
    hint: "debe ser una frase de 140 letras como mucho, para la portada",
  }),
};

const { SHOP_PHONE } = validateSettings(shopSettings, {}).settings;
const examples: Record<string, string> = { ...exampleSettings, SHOP_PHONE };

const passwordSigns = "en la contraseña, los signos / # @ % se escriben %2F %23 %40 %25";

/**
 * All settings of the order desk. Those that pages don't show, some of them secret, are read at
 * start.
 */
const deskSettings = {
  ...sellerSettings,
  SELLER_IBAN: setting({
    validate: isIban,
    hint: "debe ser el IBAN de la cuenta en la que cobras, sin ninguna cifra equivocada",
    normalize: compact,
  }),
  SMTP_URL: setting({
    validate: (value) => /^smtps?:\/\/[^/]/.test(value) && isAddress(value),
    hint: `debe ser la dirección del servidor de correo, como smtps://usuario:clave@mail.example:465 (${passwordSigns})`,
    secret: true,
  }),
  OWNER_EMAIL: setting({
    validate: (value) => value === "" || emailAddress.test(value),
    hint: "debe ser la dirección de correo en la que recibes los enlaces para entrar en el mostrador",
  }),
  DATABASE_URL: setting({
    default: "data/orders.db",
    validate: (value) =>
      /^postgres(ql)?:/.test(value) ? isAddress(value) : !/^\w{2,}:/.test(value),
    hint: `debe ser un archivo, como data/orders.db, o una dirección postgres:// (${passwordSigns})`,
    secret: true,
  }),
  BACKUP_FOLDER: setting({
    validate: () => true,
    hint: "debe ser la carpeta de las copias de seguridad de cada noche",
  }),
  TRUSTED_PROXY: setting({
    validate: /^1?$/,
    hint: "debe ser 1 si todas las visitas llegan a través de un proxy tuyo y, si no, no estar puesto",
  }),
  STRIPE_SECRET_KEY: setting({
    validate: /^$|^(sk|rk)_\w+$/,
    hint: "debe ser la clave secreta de Stripe, que empieza por sk_ o rk_",
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    validate: /^$|^whsec_\w+$/,
    hint: "debe ser el secreto de firma del webhook de Stripe, que empieza por whsec_",
    secret: true,
  }),
};

export type DeskSettings = Record<keyof typeof deskSettings, string>;

/** The settings of an order desk: for a build those that pages show, for a start all of them. */
export function readDeskSettings(environment: Environment, wanted: "built" | "all") {
  const { settings, errors } = validateSettings(
    wanted === "all" ? deskSettings : sellerSettings,
    environment,
  );
  return {
    settings: settings as DeskSettings,
    errors: [
      ...errors,
      ...registerErrors(settings),
      ...(environment.DEMO ? [] : exampleErrors(settings)),
      ...unknownNames(environment),
    ],
  };
}

/** The settings that the owner changes in the admin while the shop runs. */
const adminSettings = {
  PRODUCT_PRICE: shopSettings.PRODUCT_PRICE,
  SHOP_EMAIL: shopSettings.SHOP_EMAIL,
  SHOP_PHONE: shopSettings.SHOP_PHONE,
  SELLER_IBAN: deskSettings.SELLER_IBAN,
  SHOP_NOTICE: sellerSettings.SHOP_NOTICE,
  PRODUCT_NOTES_TOP: shopSettings.PRODUCT_NOTES_TOP,
  PRODUCT_NOTES_HEART: shopSettings.PRODUCT_NOTES_HEART,
  PRODUCT_NOTES_BASE: shopSettings.PRODUCT_NOTES_BASE,
};

export type AdminSetting = keyof typeof adminSettings;

/** Validates what the owner has typed for one of these settings, by the rules of a start. */
export function validateTyped(name: AdminSetting, typed: string, { DEMO }: Environment) {
  const { settings, errors } = validateSettings({ [name]: adminSettings[name] }, { [name]: typed });
  const [error] = [...errors, ...(DEMO ? [] : exampleErrors(settings))];
  // The page names the setting in its own words.
  const message = error?.slice(name.length + 1);
  return {
    value: settings[name] ?? "",
    error: message && message.charAt(0).toUpperCase() + message.slice(1),
  };
}

/** A shop that sells must not use a value of docs/hosting/aurelia.env or of the demo. */
const exampleErrors = (settings: Record<string, string>) =>
  Object.entries(settings)
    .filter(([name, value]) => isExample(value, examples[name]))
    .map(([name, value]) => {
      const isHidden = name in deskSettings && isSecret(deskSettings[name as keyof DeskSettings]);
      return `${name} ${mustBeOwn(isHidden ? undefined : value)}`;
    });

/** The hint for an example's value, which it shows unless it is a secret. */
export const mustBeOwn = (value?: string) =>
  `debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad${value === undefined ? "" : `; es «${value}»`}.`;

const allSettings = { ...buildSettings, ...demoSetting, ...shopSettings, ...deskSettings };

const families = /^(SELLER|PRODUCT|SHOP|SHIPS?|OWNER|DATABASE|BACKUPS?|SMTP|TRUSTED|STRIPE)_/;

/** An error message for each variable of the shop's own families that is no setting. It would be ignored. */
const unknownNames = (environment: Environment) =>
  Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !(name in allSettings))
    .filter(([name]) => families.test(name))
    .map(([name]) => `${name} no es ningún ajuste de la tienda: mira si está bien escrito.`);

/**
 * Companies must state their entry in the register (Ley 34/2002, art. 10.1 b). The NIF of an S. A. begins with A, that
 * of an S. L. with B.
 */
const registerErrors = ({
  SELLER_TAX_ID,
  SELLER_REGISTER,
}: Record<keyof typeof sellerSettings, string>) =>
  /^[AB]/.test(SELLER_TAX_ID) && !SELLER_REGISTER
    ? [
        `SELLER_REGISTER no está puesto, y el NIF «${SELLER_TAX_ID}» es el de una sociedad: ${registerHint}.`,
      ]
    : [];

/** Only the database's setting, for the commands that the owner runs in a shell. */
export function readDatabaseUrl(environment: Environment) {
  const { DATABASE_URL } = deskSettings;
  const { settings, errors } = validateSettings({ DATABASE_URL }, environment);
  return { url: settings.DATABASE_URL, errors };
}

/**
 * Whether a URL parses, with its password escaped: part of an unescaped one would be parsed as the host, and appear in
 * error messages.
 */
function isAddress(value: string): boolean {
  if (!(URL.canParse(value) && value.includes("://"))) return false;
  const { hostname, pathname, username, password, hash } = new URL(value);
  if (hash || pathname.includes("@") || (value.includes("@") && !username)) return false;
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return hostname !== "" || pathname.length > 1;
}

/** «es91 2100-0418…» → «ES9121000418…» */
function compact(value: string): string {
  return value.toUpperCase().replace(/[\s.-]/g, "");
}

/**
 * What follows the check digits of an IBAN in the countries to which transfers in euros go (SEPA), as the registry of
 * ISO 13616 notes it: so many digits (n), capital letters (a) or either (c).
 */
const accountForms: Record<string, string> = {
  ...{ AD: "8n12c", AL: "8n16c", AT: "16n", BE: "12n", BG: "4a6n8c", CH: "5n12c", CY: "8n16c" },
  ...{ CZ: "20n", DE: "18n", DK: "14n", EE: "16n", ES: "20n", FI: "14n", FR: "10n11c2n" },
  ...{ GB: "4a14n", GI: "4a15c", GR: "7n16c", HR: "17n", HU: "24n", IE: "4a14n", IS: "22n" },
  ...{ IT: "1a10n12c", LI: "5n12c", LT: "16n", LU: "3n13c", LV: "4a13c", MC: "10n11c2n" },
  ...{ MD: "20c", ME: "18n", MK: "3n10c2n", MT: "4a5n18c", NL: "4a10n", NO: "11n", PL: "24n" },
  ...{ PT: "21n", RO: "4a16c", RS: "18n", SE: "20n", SI: "15n", SK: "20n", SM: "1a10n12c" },
  ...{ VA: "18n" },
};

const characters: Record<string, string> = { n: "\\d", a: "[A-Z]", c: "[A-Z\\d]" };

/** ISO 13616: two letters, two check digits, the country's form, and a remainder of 1 modulo 97. */
function isIban(value: string): boolean {
  const form = accountForms[value.slice(0, 2)]?.replace(
    /(\d+)([nac])/g,
    (_, count, kind) => `${characters[kind]}{${count}}`,
  );
  if (!form || !new RegExp(`^..\\d\\d${form}$`).test(value)) return false;
  const moved = value.slice(4) + value.slice(0, 4);
  const figures = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(figures) % 97n === 1n;
}

/** The check character is computed from the digits: Orden EHA/451/2008 for companies, RD 1065/2007 for persons. */
function isTaxId(value: string): boolean {
  const [, first = "", figures = "", check = ""] = /^([A-Z\d])(\d{7})([A-Z\d])$/.exec(value) ?? [];
  if (/[\dKLMXYZ]/.test(first)) {
    const leading = /\d/.test(first) ? first : String(Math.max(0, "XYZ".indexOf(first)));
    return check === "TRWAGMYFPDXBNJZSQVHLCKE"[Number(leading + figures) % 23];
  }
  if (!/[ABCDEFGHJNPQRSUVW]/.test(first)) return false;
  const sum = Array.from(figures, Number).reduce((sum, figure, index) => {
    const twice = 2 * figure;
    return sum + (index % 2 ? figure : Math.floor(twice / 10) + (twice % 10));
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  const [digit, letter] = [String(control), "JABCDEFGHI"[control]];
  // Some kinds of entity have a digit, some a letter, and the others either.
  if (/[ABEH]/.test(first)) return check === digit;
  if (/[NPQRSW]/.test(first)) return check === letter;
  return check === digit || check === letter;
}
