import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { shop } from "../app/shop/shop.ts";
import type { Send } from "./outbox.ts";

/** A mail server that does not answer must not hold a mail longer than its lease (outbox.ts). */
const timeout = 15_000;

/**
 * Hands mails to the mail server at this address. The first mail of an order brings the terms and the
 * withdrawal form along, as the pages that this build in `folder` serves: the law wants them kept, not linked.
 * Without a build, in development, it comes without them.
 */
export function mailer(url: string, folder?: string): Send {
  const timeouts = {
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  };
  const from = { name: shop.brand, address: shop.email };
  const server = createTransport({ url, ...timeouts }, { from });
  const { hostname } = new URL(shop.siteUrl);
  const files = folder ? ["terminos-de-servicio.html", "politica-de-devolucion.html"] : [];
  const terms = files.map((filename) => ({
    filename,
    content: readFileSync(join(folder ?? "", filename)),
  }));
  return async ({ id, kind, recipient, subject, text }) => {
    await server.sendMail({
      to: recipient,
      subject,
      text,
      // The same at every try: a mailbox that knows it already shows the mail once.
      messageId: `<${id}@${hostname}>`,
      attachments: kind === "pending" ? terms : [],
    });
  };
}
