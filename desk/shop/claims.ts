import { formatAmount, formatEuros, readAmount, toCents } from "../../app/shop/money.ts";
import { shop } from "../../app/shop/shop.ts";
import { builtFacts as built } from "./built-facts.ts";
import type { ShownFacts } from "./shown-facts.ts";

/** What the pages say in the owner's name: a field of the form «Lo que la tienda dice de ti». */
interface Claim {
  label: string;
  hint?: string;
  inputMode?: "decimal" | "numeric";
  /** The value of the specification, as the owner types it. */
  proposal: string;
  /** The claim as the pages make it, for the admin. */
  says: (value: string) => string;
  /** Converts what was typed to the stored value; undefined if it is invalid. */
  parse: (typed: string) => string | undefined;
  /** What a valid value is. */
  requirement: string;
  /** The owner can't leave it out. */
  required?: true;
}

/** «500+» and «más de 500» are 500. */
const whole = (min: number, max: number): Pick<Claim, "inputMode" | "parse" | "requirement"> => ({
  inputMode: "numeric",
  parse(typed) {
    const [, figures] = /^\D*0*(\d{1,4})\D*$/.exec(typed) ?? [];
    const number = Number(figures);
    return number >= min && number <= max ? String(number) : undefined;
  },
  requirement: `debe ser un número entero de ${min} a ${max}`,
});

const amount = (min: number, max: number): Pick<Claim, "inputMode" | "parse" | "requirement"> => ({
  inputMode: "decimal",
  parse(typed) {
    const cents = readAmount(typed);
    return cents !== undefined && cents >= min && cents <= max ? formatAmount(cents) : undefined;
  },
  requirement: `debe ser un importe en euros, de ${formatAmount(min)} a ${formatAmount(max)}`,
});

/** «24-48», «24 a 48 h» or «48». */
const range = (min: number, max: number): Pick<Claim, "parse"> => ({
  parse(typed) {
    const [, from, to] = /^\D*([1-9]\d{0,2})(?:\D+([1-9]\d{0,2}))?\D*$/.exec(typed) ?? [];
    if (!from || (to && Number(to) <= Number(from))) return undefined;
    if (Number(from) < min || Number(to ?? from) > max) return undefined;
    return to ? `${from}-${to}` : from;
  },
});

const closed = "Cerrado";

/** «9:00-18:00, Cualquier consulta», or «Cerrado». */
const openingHours = (day: string): Claim => ({
  label: `Horario: ${day.toLowerCase()}`,
  proposal: openingHoursOf(day),
  says: (value) => `${day.toLowerCase()}, ${value.split(",", 1)[0]?.toLowerCase()}`,
  parse(typed) {
    if (typed.toLowerCase() === closed.toLowerCase()) return closed;
    const [, times, status = ""] = /^([^,]*\d[^,]*),\s*(\S.*)$/.exec(typed) ?? [];
    if (!times || times.trim().length > 40 || status.length > 60) return undefined;
    return `${times.trim()}, ${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  },
  requirement:
    "debe tener las horas y, tras una coma, qué atiendes, como «9:00-18:00, Cualquier consulta», o ser «Cerrado»",
});

function openingHoursOf(day: string): string {
  const { hours = "", status = "" } = built.openingHours.find((row) => row.day === day) ?? {};
  return status === closed ? closed : `${hours}, ${status}`;
}

const days = {
  weekdays: "Lunes a viernes",
  saturdays: "Sábados",
  sundays: "Domingos y festivos",
};

/** In the order of the form. */
const claims = {
  shippingCost: {
    label: "Precio del envío, en euros",
    proposal: formatAmount(built.shipping.cost),
    says: (value) => `envío a ${formatEuros(toCents(value))}`,
    ...amount(1, 9_999),
    required: true,
  },
  freeShippingFrom: {
    label: "Envío gratis desde, en euros",
    hint: "Si pones menos de lo que cuesta un frasco, el envío es siempre gratis.",
    proposal: formatAmount(built.shipping.freeFrom),
    says: (value) => `gratis desde ${formatEuros(toCents(value))}`,
    ...amount(100, 999_999),
    required: true,
  },
  cityDeliveryHours: {
    label: `Entrega en ${shop.city} y alrededores, en horas`,
    hint: "Se cuentan desde que te llega el pago. Para los demás destinos, la tienda da el plazo de la ley.",
    proposal: built.cityDeliveryHours,
    says: (value) => `entrega en ${shop.city} en ${value}\u00a0h`,
    ...range(1, 999),
    requirement: "debe ser un número de horas o dos, como 48 o 24-48",
  },
  emailReplyHours: {
    label: "Respondes a los correos en menos de, en horas",
    proposal: String(built.emailReplyHours),
    says: (value) => `respuesta en menos de ${value}\u00a0h`,
    ...whole(2, 999),
  },
  authorizationHours: {
    label: "Contestas a quien devuelve, en horas",
    proposal: String(built.authorizationHours),
    says: (value) => `respuesta a una devolución en ${value}\u00a0h`,
    ...whole(2, 336),
    required: true,
  },
  refundWorkingDays: {
    label: "Reembolsas, en días laborables",
    hint: "La ley te da 14 días naturales.",
    proposal: built.refundWorkingDays,
    says: (value) => `reembolso en ${value}\u00a0días laborables`,
    ...range(2, 10),
    requirement: "debe ser un número de días o dos, de 2 a 10, como 7 o 5-7",
    required: true,
  },
  weekdays: {
    ...openingHours(days.weekdays),
    hint: "Las horas y, tras una coma, qué atiendes; o «Cerrado». Sábados y domingos, igual.",
  },
  saturdays: openingHours(days.saturdays),
  sundays: openingHours(days.sundays),
  founded: {
    label: "Año de fundación",
    proposal: String(built.founded),
    says: (value) => `fundada en ${value}`,
    ...whole(1700, 2099),
    requirement: "debe ser un año, como 2020",
  },
  customers: {
    label: "Clientes, más de",
    proposal: String(built.customers),
    says: (value) => `${value}+ clientes`,
    ...whole(2, 9999),
  },
  fragrances: {
    label: "Fragancias que has compuesto",
    proposal: String(built.fragrances),
    says: (value) => `${value}\u00a0fragancias`,
    ...whole(2, 9999),
  },
  ingredients: {
    label: "Ingredientes nobles, más de",
    proposal: String(built.ingredients),
    says: (value) => `${value}+ ingredientes nobles`,
    ...whole(2, 9999),
  },
  mastersYears: {
    label: "Años de oficio de tus perfumistas, más de",
    proposal: String(built.mastersYears),
    says: (value) => `más de ${value}\u00a0años de oficio`,
    ...whole(2, 99),
  },
  lastingHours: {
    label: "Horas que dura sobre la piel, hasta",
    proposal: String(built.lastingHours),
    says: (value) => `hasta ${value}\u00a0horas sobre la piel`,
    ...whole(2, 99),
  },
  goldKarats: {
    label: "Quilates del oro del tapón",
    proposal: String(built.goldKarats),
    says: (value) => `oro de ${value}\u00a0quilates`,
    ...whole(2, 24),
  },
} satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;
/** The stored values by name. Pages leave out claims with an empty value. */
export type Claims = Record<ClaimName, string>;

/** The claims with their names, in the order of the form. */
export const claimList = Object.entries(claims) as [ClaimName, Claim][];

const toClaims = (read: (name: ClaimName, claim: Claim) => string) =>
  Object.fromEntries(claimList.map(([name, claim]) => [name, read(name, claim)])) as Claims;

/**
 * The claims that the owner has confirmed, with the specification's values for the others.
 * @param row the stored JSON; empty before she has confirmed any
 */
export function readClaims(row: string): { claims: Claims; unconfirmed: ClaimName[] } {
  const stored: Partial<Claims> = row === "" ? {} : JSON.parse(row);
  return {
    claims: toClaims((name, { proposal }) => stored[name] ?? proposal),
    unconfirmed: claimList.map(([name]) => name).filter((name) => stored[name] === undefined),
  };
}

/** Validates a form. The errors are by name. */
export function parseClaims(typed: Record<string, string | undefined>) {
  const errors: Partial<Claims> = {};
  const parsed = toClaims((name, { parse, requirement, required }) => {
    const text = (typed[name] ?? "").trim();
    if (text === "" && !required) return "";
    const value = parse(text);
    if (value === undefined)
      errors[name] = `${requirement.charAt(0).toUpperCase()}${requirement.slice(1)}.`;
    return value ?? "";
  });
  return { claims: parsed, errors };
}

/** Converts claims to facts. Pages leave out a fact that is 0, an empty text or an empty list. */
export function shownClaims(
  claims: Claims,
): Omit<ShownFacts, "price" | "email" | "phone" | "notes" | "notice" | "closed" | "terms"> {
  return {
    shipping: { cost: toCents(claims.shippingCost), freeFrom: toCents(claims.freeShippingFrom) },
    authorizationHours: Number(claims.authorizationHours),
    refundWorkingDays: claims.refundWorkingDays,
    founded: Number(claims.founded),
    customers: Number(claims.customers),
    fragrances: Number(claims.fragrances),
    ingredients: Number(claims.ingredients),
    mastersYears: Number(claims.mastersYears),
    lastingHours: Number(claims.lastingHours),
    goldKarats: Number(claims.goldKarats),
    cityDeliveryHours: claims.cityDeliveryHours,
    emailReplyHours: Number(claims.emailReplyHours),
    openingHours: (["weekdays", "saturdays", "sundays"] as const)
      .filter((name) => claims[name] !== "")
      .map((name) => ({ day: days[name], ...rowOf(claims[name]) })),
  };
}

function rowOf(value: string) {
  if (value === closed) return { hours: "—", status: closed };
  const [, hours = "", status = ""] = /^([^,]*), (.*)$/.exec(value) ?? [];
  return { hours, status };
}
