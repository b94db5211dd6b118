import { createTransport } from "nodemailer";
import { shop } from "../../app/shop/shop.ts";
import { reasonOf } from "../reason.ts";
import { MailRefused, MailServerDown, MailUncertain, type Send } from "./outbox.ts";

/** How long, in ms, a mail server may be silent. */
const silence = 15_000;
/** How long, in ms, one email may take with a slow mail server: less than its lease (outbox.ts). */
const deadline = 40_000;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Sends emails through the mail server at this address. */
export function mailer(url: string, longest = deadline): Send {
  const server = transportTo(url);
  const { hostname } = new URL(shop.siteUrl);
  return async ({ id, recipient, subject, text, html }) => {
    const signal = AbortSignal.timeout(longest);
    try {
      await server.sendMail({
        to: recipient,
        subject,
        text,
        ...(html && { html }),
        // The same Message-ID on every attempt: mailboxes drop duplicates.
        messageId: `<${id}@${hostname}>`,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw new Error(tooSlow(longest));
      const reason = reasonOf(error);
      if (isForGood(error as SmtpError)) throw new MailRefused(reason);
      if (isUncertain(error as SmtpError)) throw new MailUncertain(reason);
      const { responseCode } = error as SmtpError;
      if (responseCode !== undefined) throw new Error(reason);
      throw new MailServerDown(`el servidor de correo no funciona: ${explain(error as SmtpError)}`);
    }
  };
}

function transportTo(url: string) {
  const { protocol, username, hostname } = new URL(url);
  return createTransport(
    {
      url,
      name: new URL(shop.siteUrl).hostname,
      // Without it, somebody on the network could strip STARTTLS and read the password.
      requireTLS: protocol === "smtp:" && username !== "",
      // A certificate names the host. On this machine there is no network in between.
      ignoreTLS: /^(localhost|127\..*|\[::1\])$/.test(hostname) && username === "",
      connectionTimeout: silence,
      greetingTimeout: silence,
      socketTimeout: silence,
    },
    {
      from: { name: shop.brand, address: shop.email },
      // Suppress automatic replies (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    },
  );
}

/** The recipient or the message is refused for good, and not the shop or its password. */
const isForGood = ({ code, command, responseCode = 0 }: SmtpError) =>
  (code === "EENVELOPE" && command === "API") ||
  (responseCode >= 500 && responseCode !== 503 && (command === "RCPT TO" || command === "DATA"));

/** The whole message was sent, and the server closes the connection: it may have accepted it. */
const isUncertain = ({ code, responseCode }: SmtpError) =>
  code === "EMESSAGE" && responseCode === 421;

const tooSlow = (longest: number) =>
  `no ha terminado en ${(longest / 1000).toLocaleString("es-ES")} s`;

/** Checks the mail server without sending anything. @returns the fault, for the owner */
export async function faultOfMailServer(
  url: string,
  longest = deadline,
): Promise<string | undefined> {
  const server = transportTo(url);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(tooSlow(longest))), longest).unref();
  });
  try {
    await Promise.race([server.verify(), late]);
    return undefined;
  } catch (error) {
    const { protocol, hostname, port } = new URL(url);
    const place = `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
    return `El servidor de correo ${place} (SMTP_URL) no funciona: ${explain(error as SmtpError)}.`;
  }
}

/** Common faults in plain words, without the password. */
function explain(error: SmtpError): string {
  const { code, command } = error;
  const said = reasonOf(error);
  if (code === "EAUTH") return `no acepta el usuario y la contraseña (${said})`;
  if (code === "ETLS" && /upgrading connection with STARTTLS/.test(said)) {
    return (
      "no ofrece STARTTLS, y la contraseña iría sin cifrar; usa smtps:// y el puerto 465 o, " +
      "si la red es tuya, añade ?requireTLS=false"
    );
  }
  if (/certificate|altnames/i.test(said)) {
    return (
      `esta máquina no se fía de su certificado (${said}); pon en NODE_EXTRA_CA_CERTS el archivo de ` +
      "la autoridad que lo firma o, si la red es tuya, añade ?tls.rejectUnauthorized=false"
    );
  }
  if (/wrong version number|packet length/i.test(said)) {
    return "ese puerto no empieza con TLS; escribe smtp:// en lugar de smtps://";
  }
  if (/greeting never received/i.test(said)) {
    return "ese puerto no dice nada; si es el 465, escribe smtps:// en lugar de smtp://";
  }
  if (code === "EDNS") return "no existe ese servidor";
  if (command === "CONN" && /ECONNREFUSED/.test(said)) return "ahí no responde nadie";
  return said;
}
