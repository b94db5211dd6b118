/** What only the owner knows, asked in a terminal and validated by the settings' schema. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { noticeError } from "../publish/settings-errors.ts";
import { nameOf } from "../storage/database.ts";
import { settingsErrors } from "./settings-file.ts";

interface Question {
  name: string;
  title: string;
  /** Why it is asked, or where the answer is found. */
  why: string;
  example: string;
  /** Only asked if this holds for the earlier answers. */
  isAsked?: (settings: Environment) => boolean;
  /** Only asked once: afterwards the owner changes it in the admin. */
  isInAdmin?: true;
}

export const questions: Question[] = [
  {
    name: "SITE_URL",
    title: "Dominio de la tienda",
    why: "Es lo que se escribe en el navegador. Tiene que ser tuyo.",
    example: "tudominio.es",
  },
  {
    name: "SHOP_EMAIL",
    title: "Correo de la tienda",
    why: "Es el remitente de los correos. Al principio también sale en las páginas y recibe los avisos; eso se cambia después en el mostrador.",
    example: "hola@tudominio.es",
  },
  {
    name: "SHOP_PHONE",
    title: "Teléfono de la tienda",
    why: "Sale en las páginas: lo pide la ley.",
    example: "+34 915 555 123",
    isInAdmin: true,
  },
  {
    name: "SELLER_NAME",
    title: "Quién vende",
    why: "Tu nombre completo o la razón social, tal como figura en la cuenta bancaria.",
    example: "Lucía Marín Prieto",
  },
  {
    name: "SELLER_TAX_ID",
    title: "NIF o NIE de quien vende",
    why: "Sale en las páginas: lo pide la ley.",
    example: "12345678Z",
  },
  {
    name: "SELLER_ADDRESS",
    title: "Dirección postal de quien vende",
    why: "Sale en las páginas, y a ella llegan las devoluciones. En una sola línea.",
    example: "Calle Mayor, 7, 28013 Madrid",
  },
  {
    name: "SELLER_REGISTER",
    title: "Inscripción en el Registro Mercantil",
    why: "Ese NIF es de una sociedad, y la ley pide que su inscripción salga en las páginas.",
    example: "Registro Mercantil de Madrid, tomo 2, folio 3, hoja M-4",
    isAsked: ({ SELLER_TAX_ID = "" }) => /^(ES)?[AB]/i.test(SELLER_TAX_ID.replace(/[\s.-]/g, "")),
  },
  {
    name: "SELLER_IBAN",
    title: "IBAN de la cuenta",
    why: "En ella cobras las transferencias.",
    example: "ES79 2100 0813 6101 2345 6789",
    isInAdmin: true,
  },
  {
    name: "PRODUCT_PRICE",
    title: "Precio de un frasco",
    why: "En euros, con IVA. Después se cambia en el mostrador.",
    example: "89,99",
    isInAdmin: true,
  },
  {
    name: "PRODUCT_MAKER",
    title: "Quién fabrica el perfume",
    why: "Nombre, dirección y correo o web del fabricante o de la persona responsable. Está en la etiqueta.",
    example: "Esencias Marín, S. L., Calle Mayor, 7, 28013 Madrid, hola@tudominio.es",
  },
  {
    name: "PRODUCT_IDENTIFIER",
    title: "Código del perfume",
    why: "El de barras de la caja, o el que lo distinga de otros.",
    example: "EAN 8412345678905",
  },
  {
    name: "PRODUCT_WARNINGS",
    title: "Advertencias de la etiqueta",
    why: "En español y en una sola línea, tal como están en la etiqueta.",
    example: "Inflamable. Solo para uso externo. Mantener fuera del alcance de los niños.",
  },
  {
    name: "PRODUCT_INGREDIENTS",
    title: "Ingredientes de la etiqueta",
    why: "En INCI, separados por comas y en una sola línea. Están en la etiqueta.",
    example: "Alcohol Denat., Parfum, Aqua, Limonene",
  },
  {
    name: "GUARANTEE_NOTICE",
    title: "Aviso oficial de la garantía",
    why: "Una imagen SVG, PNG, JPG o WebP: pega la dirección https de donde se descarga o, si está en tu ordenador, abre allí otra terminal en su carpeta, escribe «scp aviso.png root@203.0.113.7:/root/», con la dirección IP de este servidor, y contesta /root/aviso.png.",
    example: "/root/aviso.png",
  },
  {
    name: "SMTP_URL",
    title: "Servidor de correo",
    why: "Envía los correos a quien compra. Lo dice tu proveedor de correo: es su servidor SMTP. Si no lo sabes, pulsa Intro y se busca.",
    example: "smtp.tu-proveedor.es",
  },
];

/** The questions that have no valid answer yet, also those that depend on another answer. */
export const unanswered = (settings: Environment) =>
  questions.filter(({ name }) => !settings[name]?.trim() || errorOf(name, settings));

export const openQuestions = (settings: Environment) =>
  unanswered(settings).filter(({ isAsked }) => isAsked?.(settings) ?? true);

/** What is wrong with a setting, without its name. */
export function errorOf(name: string, settings: Environment): string | undefined {
  const problem = settingsErrors(settings).find((problem) => problem.startsWith(`${name} `));
  return problem?.slice(name.length + 1).replace(/^./, (letter) => letter.toUpperCase());
}

/** How questions are asked and where answers are written. */
export interface Terminal {
  say: (text: string) => void;
  /** @returns the typed line */
  ask: (prompt: string) => Promise<string>;
  /** Stores an answer at once. */
  save: (name: string, value: string) => void;
  /** The folder for the notice. */
  folder: string;
  /** What is wrong with the mail server at this address, in a sentence. */
  mailServerError: (url: string, settings: Environment) => Promise<string | undefined>;
}

/** Asks until each of these questions has a valid answer. Enter keeps the current one. */
export async function ask(asked: Question[], settings: Environment, terminal: Terminal) {
  const answers = { ...settings };
  for (const question of asked) {
    const { name, title, why, example, isAsked } = question;
    if (isAsked && !isAsked(answers)) continue;
    terminal.say(`\n${title}\n${why} Ejemplo: ${example}`);
    for (;;) {
      const current =
        answers[name]?.trim() && !errorOf(name, answers) ? shown(name, answers[name]) : "";
      const typed = (await terminal.ask(current ? `[${current}] > ` : "> ")).trim();
      if (!typed && current && name !== "SMTP_URL") break;
      try {
        const value =
          name === "SMTP_URL"
            ? await askMailServer(typed, answers, terminal)
            : await toSetting(name, typed, terminal.folder);
        const problem = errorOf(name, { ...answers, [name]: value });
        if (problem) throw new Error(problem);
        answers[name] = value;
        terminal.save(name, value);
        break;
      } catch (error) {
        terminal.say((error as Error).message);
      }
    }
  }
  return answers;
}

const shown = (name: string, value = "") =>
  name === "SMTP_URL"
    ? new URL(value).host
    : value.replace(name === "SITE_URL" ? "https://" : "", "");

const summarized = [
  "SITE_URL",
  "SELLER_NAME",
  "SELLER_TAX_ID",
  "SHOP_EMAIL",
  "SHOP_PHONE",
  "SELLER_IBAN",
  "PRODUCT_PRICE",
  "SMTP_URL",
];

/** The settings that the shop is about to be built with, without passwords. */
export const summaryOf = (settings: Environment) =>
  [
    "Con esto se hace la tienda:",
    ...questions
      .filter(({ name }) => summarized.includes(name))
      .map(({ name, title }) => `  ${title}: ${shown(name, settings[name])}`),
    `  Base de datos: ${nameOf(settings.DATABASE_URL ?? "")}`,
    "Si algo no es así, se cambia después: la cuenta, el precio, el teléfono y el correo que se ve, en el mostrador; lo demás, con «aurelia ajustes».",
  ].join("\n");

/** The setting's value for what was typed, or for a line of an answers file. @throws with a sentence */
export async function toSetting(name: string, typed: string, folder: string): Promise<string> {
  if (name === "SITE_URL" && typed && !/^https?:/i.test(typed)) return `https://${typed}`;
  if (name === "GUARANTEE_NOTICE" && typed) return storeNotice(typed, folder);
  return typed;
}

const types: Record<string, string> = {
  "image/svg+xml": ".svg",
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
};

/** Copies or downloads the notice, so that updates and restarts find it. @returns its path */
async function storeNotice(source: string, folder: string): Promise<string> {
  const { picture, extension } = /^https:/i.test(source) ? await download(source) : fileAt(source);
  const problem = await noticeError(picture);
  if (problem) throw new Error(`${source} ${problem}.`);
  const file = join(folder, `aviso${extension}`);
  writeFileSync(file, picture);
  return file;
}

function fileAt(source: string) {
  if (!statSync(source, { throwIfNoEntry: false })?.isFile())
    throw new Error(`En este servidor no hay ningún archivo ${source}.`);
  return { picture: readFileSync(source), extension: extname(source).toLowerCase() };
}

async function download(source: string) {
  const answer = await fetch(source).catch((error) => {
    throw new Error(`No se puede descargar ${source}: ${error.cause?.message ?? error.message}.`);
  });
  const extension = types[answer.headers.get("content-type")?.split(";")[0] ?? ""];
  if (!answer.ok) throw new Error(`${source} contesta con el error ${answer.status}.`);
  if (!extension) throw new Error(`En ${source} no hay una imagen SVG, PNG, JPG o WebP.`);
  return { picture: Buffer.from(await answer.arrayBuffer()), extension };
}

/**
 * Asks for the user and the password of this server, and looks for its port and, if it has no name, for itself. Enter
 * keeps the current ones.
 */
async function askMailServer(typed: string, answers: Environment, terminal: Terminal) {
  const { say, ask, mailServerError } = terminal;
  const { SMTP_URL: url = "", SHOP_EMAIL } = answers;
  const current = URL.canParse(url) ? new URL(url) : undefined;
  const named = typed || current?.host;
  const servers = named ? serversOf(named) : usualServers(SHOP_EMAIL);
  const before = decodeURIComponent(current?.username ?? "");
  say("Usuario de ese correo. Suele ser la dirección entera.");
  const user = (await ask(before ? `[${before}] > ` : "> ")).trim() || before;
  say("Contraseña de ese correo. Se ve mientras la escribes.");
  const typedPassword = (await ask(current?.password ? "[la de ahora] > " : "> ")).trim();
  // Keep options that are not asked for, such as `?requireTLS=false`.
  if (current && !typed && !typedPassword && user === before) return url;
  const password = typedPassword || decodeURIComponent(current?.password ?? "");
  const urls = servers.map(({ host, port }) => smtpUrl(host, port, user, password));
  const problems: string[] = [];
  for (const url of urls) {
    say(`Probando ${shown("SMTP_URL", url)}…`);
    const problem = await mailServerError(url, answers);
    if (!problem) return url;
    problems.push(problem);
  }
  const [first] = urls;
  if (!named || !first)
    throw new Error(`${problems.join("\n")}\nPregunta a tu proveedor cuál es, y escríbelo.`);
  // The mail server may be down for now. The shop can open without it.
  say(`${problems.join("\n")}\nSe queda así. Se cambia con «aurelia ajustes».`);
  return first;
}

/** The server with the port that she has named, or with each of the usual ones. */
function serversOf(named: string) {
  const [host = "", port] = named.replace(/^smtps?:\/\//, "").split(":");
  if (!/^[\w.-]+$/.test(host) || !/^\d*$/.test(port ?? "")) {
    throw new Error(
      "Debe ser el nombre de un servidor, y si hace falta su puerto: smtp.tu-proveedor.es:587.",
    );
  }
  return (port ? [port] : ["465", "587"]).map((port) => ({ host, port }));
}

/** The usual names of the server that sends the emails of this address. */
const usualServers = (address = "") =>
  ["smtp", "mail"].flatMap((name) => serversOf(`${name}.${address.split("@").at(-1)}`));

/** Port 465 begins with TLS, all others with STARTTLS. */
export function smtpUrl(host: string, port: string, user: string, password: string): string {
  const account = user ? `${escaped(user)}:${escaped(password)}@` : "";
  return `${port === "465" ? "smtps" : "smtp"}://${account}${host}:${port}`;
}

/** The settings file allows no single quote in a value. */
const escaped = (text: string) => encodeURIComponent(text).replaceAll("'", "%27");
