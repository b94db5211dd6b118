import { countries } from "./countries.ts";

/**
 * What the owner sets, beside `settings.ts`, to take real orders (`ORDER_DESK=real`). Those that pages
 * show are needed when the shop is built and when it starts; the others, some of them secret, when it
 * starts. An empty value is a missing one.
 */
interface Rule {
  /** Written into the pages when the shop is built. */
  built?: true;
  /** What holds when nothing is set; a setting without it is required. */
  otherwise?: string;
  fits: (value: string) => boolean;
  advice: string;
}

const says = (form: RegExp) => (value: string) => form.test(value);

export const deskRules = {
  SELLER_NAME: {
    built: true,
    fits: says(/^\S.+\S$/),
    advice: "must be the seller's full name, as the bank account's holder has it",
  },
  SELLER_TAX_ID: {
    built: true,
    fits: says(/^[A-Z\d]{8,14}$/),
    advice: "must be the seller's NIF in capitals and figures, such as B12345674",
  },
  SELLER_ADDRESS: {
    built: true,
    fits: says(/^\S.{8,}\S$/),
    advice: "must be the seller's postal address in one line",
  },
  SHIPS_TO: {
    built: true,
    // Where the rules of spec §5 on postal codes can be met.
    otherwise: "ES,DE,FR,IT",
    fits: (value) => value.split(",").every((code) => countries.some(([known]) => known === code)),
    advice: `must be codes of ${countries.map(([code]) => code).join(", ")}, parted by commas`,
  },
  GUARANTEE_NOTICE: {
    built: true,
    fits: says(/\.(svg|png|jpg|webp)$/),
    advice:
      "must name the file of the official notice on the legal guarantee (Regulation (EU) 2025/1960), an SVG or a picture",
  },
  SELLER_IBAN: {
    fits: isIban,
    advice: "must be the IBAN that shoppers pay to, and one of its figures is not right",
  },
  SMTP_URL: {
    fits: says(/^smtps?:\/\/\S+$/),
    advice: "must be the mail server's address, such as smtps://user:password@mail.example:465",
  },
  DESK_PASSWORD: {
    fits: says(/^.{12,}$/),
    advice: "must be the counter's password, of at least 12 characters",
  },
  DATABASE_URL: {
    otherwise: "data/orders.db",
    fits: says(/^(postgres(ql)?:\/\/\S+|(?!\w+:\/\/).+)$/),
    advice: "must be a file, such as data/orders.db, or a postgres:// address",
  },
  STRIPE_SECRET_KEY: {
    otherwise: "",
    fits: says(/^$|^(sk|rk)_\w+$/),
    advice: "must be Stripe's secret key, which begins with sk_ or rk_",
  },
  STRIPE_WEBHOOK_SECRET: {
    otherwise: "",
    fits: says(/^$|^whsec_\w+$/),
    advice: "must be the secret of Stripe's webhook, which begins with whsec_",
  },
} as const satisfies Record<string, Rule>;

type DeskSetting = keyof typeof deskRules;
export type DeskSettings = Record<DeskSetting, string>;

/** The settings as they hold, and a sentence for each that is not right. */
export function readDeskSettings(
  environment: Record<string, string | undefined>,
  wanted: "built" | "all",
) {
  const settings: Partial<DeskSettings> = {};
  const faults: string[] = [];
  for (const [name, rule] of Object.entries<Rule>(deskRules)) {
    if (wanted === "built" && !rule.built) continue;
    const value = environment[name]?.trim() || rule.otherwise;
    if (value === undefined) faults.push(`${name} is not set: it ${rule.advice}.`);
    else if (!rule.fits(value)) {
      faults.push(`${name} ${rule.advice}; it is "${isSecret(name) ? "…" : value}".`);
    }
    settings[name as DeskSetting] = value ?? "";
  }
  return { settings: settings as DeskSettings, faults };
}

/** A sentence must not carry these into a log. */
const isSecret = (name: string) => /PASSWORD|SECRET|_URL$/.test(name);

/** ISO 13616: two letters, two check figures, and a remainder of 1 by 97. */
function isIban(value: string): boolean {
  const iban = value.replaceAll(" ", "");
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const moved = iban.slice(4) + iban.slice(0, 4);
  const figures = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(figures) % 97n === 1n;
}
