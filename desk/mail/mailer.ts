import { createTransport } from "nodemailer";
import { shop } from "../../app/shop/shop.ts";
import { MailRefused, type Send } from "./outbox.ts";

/** How long, in ms, a mail server may be silent. */
const silence = 15_000;
/** How long, in ms, a mail takes at the most, for one that says a word now and then: less than its lease (outbox.ts). */
const deadline = 40_000;

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Hands mails to the mail server at this address. */
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
        // The same at every try: a mailbox that knows it already shows the mail once.
        messageId: `<${id}@${hostname}>`,
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw new Error(`no end after ${longest / 1000} s`);
      throw isForGood(error as SmtpError) ? new MailRefused((error as Error).message) : error;
    }
  };
}

function transportTo(url: string) {
  const { protocol, username, hostname } = new URL(url);
  return createTransport(
    {
      url,
      name: new URL(shop.siteUrl).hostname,
      // Otherwise who stands between need only leave STARTTLS out to read the password.
      requireTLS: protocol === "smtp:" && username !== "",
      // A certificate names the host, and on this machine there is nobody between.
      ignoreTLS: /^(localhost|127\..*|\[::1\])$/.test(hostname) && username === "",
      connectionTimeout: silence,
      greetingTimeout: silence,
      socketTimeout: silence,
    },
    {
      from: { name: shop.brand, address: shop.email },
      // No holiday notice is to come back (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    },
  );
}

/** The recipient or the mail is refused, and would be again; not the shop or its password. */
const isForGood = ({ code, command, responseCode = 0 }: SmtpError) =>
  (code === "EENVELOPE" && command === "API") ||
  (responseCode >= 500 && responseCode !== 503 && (command === "RCPT TO" || command === "DATA"));

/** Speaks to the mail server without sending anything. @returns what is wrong, for the owner */
export async function faultOfMailServer(
  url: string,
  longest = deadline,
): Promise<string | undefined> {
  const server = transportTo(url);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no end after ${longest / 1000} s`)), longest).unref();
  });
  try {
    await Promise.race([server.verify(), late]);
    return undefined;
  } catch (error) {
    const { protocol, hostname, port } = new URL(url);
    const place = `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
    return `The mail server ${place} (SMTP_URL) can't be used: ${explain(error as SmtpError)}.`;
  }
}

/** The usual faults in plain words; none of them has the password in it. */
function explain({ code, command, message }: SmtpError): string {
  const said = message.replace(/\s+/g, " ");
  if (code === "EAUTH") return `it does not take user and password (${said})`;
  if (code === "ETLS" && /upgrading connection with STARTTLS/.test(said)) {
    return (
      "it offers no STARTTLS, and the password would go in the clear; use smtps:// and port 465, " +
      "or on a network of your own add ?requireTLS=false"
    );
  }
  if (/certificate|altnames/i.test(said)) {
    return (
      `this machine does not trust its certificate (${said}); set NODE_EXTRA_CA_CERTS to the file of ` +
      "its authority, or on a network of your own add ?tls.rejectUnauthorized=false"
    );
  }
  if (/wrong version number|packet length/i.test(said)) {
    return "that port does not begin with TLS; write smtp:// instead of smtps://";
  }
  if (/greeting never received/i.test(said)) {
    return "that port says nothing; for port 465 write smtps:// instead of smtp://";
  }
  if (code === "EDNS") return "there is no such host";
  if (command === "CONN" && /ECONNREFUSED/.test(said)) return "nobody listens there";
  return said;
}
