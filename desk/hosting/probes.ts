/** Probes the shop from outside: its domain, its certificate, its mail and its health. */
import { createHash } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { networkInterfaces } from "node:os";
import { connect } from "node:tls";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { rootFolder, type System, settingsOf } from "./system.ts";

/** Whether the shop can sell, and what `/healthz` says unless it is «ok». */
export async function health(): Promise<{ works: boolean; problem?: string }> {
  try {
    const answer = await fetch("http://127.0.0.1:3000/healthz", {
      signal: AbortSignal.timeout(5_000),
    });
    const text = await answer.text();
    return { works: answer.ok, problem: text === "ok" ? undefined : `La tienda dice: ${text}.` };
  } catch {
    return { works: false, problem: "La tienda no contesta." };
  }
}

/** Names that never leave this machine (RFC 6761). */
const isLocal = (domain: string) => /(^|\.)localhost$/.test(domain);

const isPrivate = (address: string) =>
  /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|fe80:|f[cd])/i.test(
    address,
  );

/** The server's addresses on the internet. */
const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => !isPrivate(address));

/** An IPv6 address in its one canonical spelling: «2A01:4F8:0::1» is «2a01:4f8::1». */
const shortest = (address: string) => new URL(`http://[${address}]`).hostname;

/** Which record the domain needs, if it does not lead here. */
export async function addressError(
  domain: string,
  own = ownAddresses(),
  resolver: Pick<Resolver, "resolve4" | "resolve6"> = new Resolver({ timeout: 5_000, tries: 2 }),
): Promise<string | undefined> {
  if (isLocal(domain)) return undefined;
  const none = () => [];
  const v4 = await resolver.resolve4(domain).catch(none);
  const v6 = await resolver.resolve6(domain).catch(none);
  const own4 = own.filter((address) => address.includes("."));
  const value = own4[0] ?? "la dirección IP que te dio el proveedor del servidor";
  const record = `Donde alquilaste el dominio, escribe este registro: tipo A, nombre ${domain}, valor ${value}. Puede tardar unas horas.`;
  const own6 = own.filter((address) => address.includes(":")).map(shortest);
  const foreign = v6.filter((address) => !own6.includes(shortest(address)));
  // Behind a provider's NAT the server does not know its own address.
  const isForeign = own4.length > 0 && !v4.some((address) => own4.includes(address));
  if (v4.length + v6.length === 0)
    return `El dominio ${domain} no lleva todavía a ningún servidor. ${record}`;
  if (v4.length === 0 && foreign.length === 0)
    return isForeign
      ? `El dominio ${domain} lleva a este servidor solo por IPv6, y muchos compradores no lo tienen. ${record}`
      : undefined;
  if (v4.length === 0 || isForeign)
    return `El dominio ${domain} lleva a ${(v4.length > 0 ? v4 : foreign).join(" y ")}, que no es este servidor. ${record}`;
  return foreign.length > 0
    ? `El dominio ${domain} tiene un registro AAAA que lleva a ${foreign.join(" y ")}, que no es este servidor: bórralo donde alquilaste el dominio.`
    : undefined;
}

/** What a browser would say about the certificate, and whether the shop answers behind it. */
export async function certificateError(domain: string): Promise<string | undefined> {
  const log = "Si el dominio está bien, «journalctl -u caddy -n 20» dice por qué.";
  return new Promise((resolve) => {
    const socket = connect({
      host: "127.0.0.1",
      port: 443,
      servername: domain,
      rejectUnauthorized: false,
      timeout: 5_000,
    });
    const end = (problem?: string) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once("error", () => end(`Todavía no hay certificado para ${domain}. ${log}`));
    socket.once("timeout", () => end(`El puerto 443 no contesta. ${log}`));
    socket.once("secureConnect", () => {
      // The certificate of a local name is Caddy's own, which nobody else trusts.
      if (!socket.authorized && !isLocal(domain))
        return end(`El certificado de ${domain} no vale (${socket.authorizationError}). ${log}`);
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${domain}\r\nConnection: close\r\n\r\n`);
    });
    socket.once("data", (bytes) =>
      end(
        /^HTTP\/1.1 (200|503)/.test(String(bytes))
          ? undefined
          : `Detrás de ${domain} no está la tienda. ${log}`,
      ),
    );
  });
}

/** The file that stores which mail account has sent the test email. */
const trialFile = `${rootFolder}/mail-tried`;
const trialOf = ({ SMTP_URL, SHOP_EMAIL }: Record<string, string | undefined>) =>
  createHash("sha256").update(`${SMTP_URL} ${SHOP_EMAIL}`).digest("hex");

/** Loads the shop's own mailer, which reads the settings when it is loaded. */
async function loadMailer(settings: Environment) {
  Object.assign(process.env, settings);
  return { settings, ...(await import("../mail/mailer.ts")) };
}

/** What is wrong with the mail server at this address, while the owner answers questions. */
export async function mailServerErrorAt(url: string, settings: Environment) {
  const { mailServerError } = await loadMailer(settings);
  return mailServerError(url, 10_000);
}

/** The mail server's error for the shop's account, or that no test email has been sent yet. */
export async function mailError(system: System): Promise<string | undefined> {
  const { settings, mailServerError } = await loadMailer(settingsOf(system));
  const problem = await mailServerError(settings.SMTP_URL ?? "", 20_000);
  if (problem) return `${problem} Cámbialo con «aurelia ajustes».`;
  return system.read(trialFile) === trialOf(settings)
    ? undefined
    : `Aún no se ha enviado ningún correo de prueba a ${settings.SHOP_EMAIL}.`;
}

/** Sends the owner a test email through the shop's own mailer. */
export async function sendTrial(system: System): Promise<void> {
  const { settings, mailServerError, mailer } = await loadMailer(settingsOf(system));
  if (await mailServerError(settings.SMTP_URL ?? "", 20_000)) return;
  const text = `La tienda está instalada en ${settings.SITE_URL} y sus correos salen.\n\nEl mostrador: ${settings.SITE_URL}/mostrador\n`;
  const address = settings.SHOP_EMAIL ?? "";
  await mailer(
    settings.SMTP_URL ?? "",
    address,
  )({
    id: `trial-${Date.now()}`,
    recipient: address,
    replyTo: address,
    subject: "La tienda envía correos",
    text,
    html: `<p>${text.trim().replace("\n\n", "</p><p>")}</p>`,
  });
  system.write(trialFile, trialOf(settings));
}
