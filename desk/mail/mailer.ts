import { createTransport, type NodemailerError } from "nodemailer";
import { shop } from "../../app/shop/shop.ts";
import { minute } from "../shop/time.ts";
import { reasonOf } from "../storage/reason.ts";
import { MailRefused, MailServerDown, MailUncertain, type Send } from "./outbox.ts";

/** How long, in ms, connecting to a mail server may take, and then waiting for its greeting. */
const connectTimeout = 30_000;
/** How long, in ms, the transfer of one email to the mail server may take. */
const deliveryTimeout = 2 * minute;
/** How long, in ms, to wait for the answer to the final dot (RFC 5321, 4.5.3.2.6). */
const answerTimeout = 10 * minute;

/**
 * Sends emails through the mail server at this address, several over one connection.
 * @param from the address that the mail server's account may send from, whatever the owner changes later
 */
export function mailer(
  url: string,
  from: string,
  { delivery = deliveryTimeout, answer = answerTimeout, connections = 1 } = {},
): Send {
  const server = createTransport(
    {
      ...optionsOf(url),
      pool: true,
      maxConnections: connections,
      // Closes idle connections soon, because they would keep the process alive.
      idleTimeout: 500,
      // Each email has its own, shorter timeouts (below).
      socketTimeout: deliveryTimeout + answerTimeout,
    },
    {
      from: { name: shop.brand, address: from },
      // Suppress automatic replies (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    },
  );
  // Once the message has been read to its end, the mail server may have it.
  const onFullyRead = new Map<string, () => void>();
  server.use("stream", ({ message }, done) => {
    const id = message.messageId();
    message.processFunc((input) => input.once("end", () => onFullyRead.get(id)?.()));
    done();
  });
  const { hostname } = new URL(shop.siteUrl);
  return async ({ id, recipient, replyTo, subject, text, html }) => {
    // The same on every attempt, so that mailboxes drop duplicates.
    const messageId = `<${id}@${hostname}>`;
    const controller = new AbortController();
    const abortAfter = (time: number) => setTimeout(() => controller.abort(), time);
    let timeout = delivery;
    let timer = abortAfter(timeout);
    let isFullyRead = false;
    onFullyRead.set(messageId, () => {
      isFullyRead = true;
      clearTimeout(timer);
      timeout = answer;
      timer = abortAfter(timeout);
    });
    try {
      await server.sendMail({
        to: recipient,
        ...(replyTo !== from && { replyTo }),
        subject,
        text,
        html,
        messageId,
        signal: controller.signal,
      });
    } catch (error) {
      const { command, responseCode = 0 } = error as NodemailerError;
      const reason = controller.signal.aborted ? tooSlow(timeout) : reasonText(reasonOf(error));
      if (isPermanent(error as NodemailerError)) throw new MailRefused(reason);
      // 421: the server closes the connection.
      const isRefused = responseCode >= 400 && responseCode !== 421;
      if (isFullyRead && !isRefused) throw new MailUncertain(reason);
      if (isRefused && (command === "RCPT TO" || command === "DATA")) throw new Error(reason);
      if (controller.signal.aborted) throw new Error(reason);
      throw new MailServerDown(
        `el servidor de correo no funciona: ${explain(error as NodemailerError)}`,
      );
    } finally {
      clearTimeout(timer);
      onFullyRead.delete(messageId);
    }
  };
}

function optionsOf(url: string) {
  const { protocol, username, hostname } = new URL(url);
  return {
    url,
    name: new URL(shop.siteUrl).hostname,
    // Without it, somebody on the network could strip STARTTLS and read the password.
    requireTLS: protocol === "smtp:" && username !== "",
    // On loopback a certificate would not match, and there is no network to protect.
    ignoreTLS: /^(localhost|127\..*|\[::1\])$/.test(hostname) && username === "",
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
  };
}

/** Whether the recipient or the message is refused for good, rather than the shop or its password. */
const isPermanent = ({ code, command, responseCode = 0 }: NodemailerError) =>
  (code === "EENVELOPE" && command === "API") ||
  (responseCode >= 500 && responseCode !== 503 && (command === "RCPT TO" || command === "DATA"));

/** The common reasons of a refusal, by their codes (RFC 3463) or their words. */
const refusals: [RegExp, string][] = [
  [
    /\b5\.1\.[126]\b|user unknown|unknown user|no such (user|recipient|mailbox|domain)|does not exist|invalid recipient|mailbox (unavailable|not found)|domain (name )?not found/i,
    "esa dirección no existe",
  ],
  [/\b[45]\.2\.2\b|mailbox (is )?full|over ?quota|quota exceeded/i, "su buzón está lleno"],
  [
    /\b5\.7\.\d+\b|spam|blocked|blacklist|block ?list|denied|policy|reputation/i,
    "su servidor no acepta correo de la tienda o lo toma por publicidad",
  ],
];

/** A mail server's reason for the owner: in Spanish, and the original text. */
export function reasonText(reason: string): string {
  const known = refusals.find(([pattern]) => pattern.test(reason))?.[1];
  const forNow = /\b4\d\d[ -]/.test(reason) ? " por ahora" : "";
  return `${known ?? `su servidor de correo no lo acepta${forNow}`} (${reason})`;
}

const tooSlow = (time: number) => `no ha terminado en ${(time / 1000).toLocaleString("es-ES")} s`;

/** Checks the mail server without sending anything. @returns the fault, for the owner */
export async function mailServerError(
  url: string,
  longest = deliveryTimeout,
): Promise<string | undefined> {
  const server = createTransport({ ...optionsOf(url), socketTimeout: longest });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(tooSlow(longest))), longest).unref();
  });
  try {
    await Promise.race([server.verify(), late]);
    return undefined;
  } catch (error) {
    const { protocol, hostname, port } = new URL(url);
    const place = `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
    return `El servidor de correo ${place} (SMTP_URL) no funciona: ${explain(error as NodemailerError)}.`;
  }
}

/** Common errors in plain words, without the password. */
function explain(error: NodemailerError): string {
  const { code, command } = error;
  const reason = reasonOf(error);
  if (command === "MAIL FROM") return `no acepta la dirección de la tienda (${reason})`;
  if (code === "EAUTH") return `no acepta el usuario y la contraseña (${reason})`;
  if (code === "ETLS" && /upgrading connection with STARTTLS/.test(reason)) {
    return (
      "no ofrece STARTTLS, y la contraseña iría sin cifrar; usa smtps:// y el puerto 465 o, " +
      "si la red es tuya, añade ?requireTLS=false a SMTP_URL en el archivo de ajustes"
    );
  }
  if (/certificate|altnames/i.test(reason)) {
    return (
      `esta máquina no se fía de su certificado (${reason}); pon en NODE_EXTRA_CA_CERTS el archivo de ` +
      "la autoridad que lo firma o, si la red es tuya, añade ?tls.rejectUnauthorized=false a SMTP_URL en el archivo de ajustes"
    );
  }
  if (/wrong version number|packet length/i.test(reason)) {
    return "ese puerto no empieza con TLS; escribe smtp:// en lugar de smtps://";
  }
  if (/greeting never received/i.test(reason)) {
    return "ese puerto no dice nada; si es el 465, escribe smtps:// en lugar de smtp://";
  }
  if (code === "EDNS") return "no existe ese servidor";
  if (command === "CONN" && /ECONNREFUSED/.test(reason)) return "ahí no responde nadie";
  if (/timed? ?out/i.test(reason)) return `no contesta (${reason})`;
  if (/ECONNRESET|EPIPE|socket close|closed/i.test(reason)) return `corta la conexión (${reason})`;
  return code || command ? `contesta con un error (${reason})` : reason;
}
