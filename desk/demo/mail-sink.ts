import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface SunkMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: string[];
}

/**
 * A mail server on loopback that stores the emails it receives, for the demo and for tests.
 * @param delay how long, in ms, it takes to accept each email
 */
export async function mailSink(delay = 0) {
  const mails: SunkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { subject, text, html, messageId, attachments } = await PostalMime.parse(
          Buffer.concat(chunks),
        );
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address).join(", "),
          subject: subject ?? "",
          text: text ?? "",
          html: html ?? "",
          messageId: messageId ?? "",
          attachments: attachments.map(({ filename }) => filename ?? ""),
        });
        setTimeout(done, delay);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const pageOf = (mails: SunkMail[]) => `<!DOCTYPE html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Correos</title>
<style>body{max-width:45rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif}pre{white-space:pre-wrap}iframe{width:100%;height:40rem;border:1px solid}</style>
<h1>Correos</h1>
${mails.length === 0 ? "<p>Aún no hay ninguno.</p>" : ""}
${mails
  .map(({ to, subject, text, html }) => [to, subject, text, html].map(escaped))
  .map(
    ([to, subject, text, html]) =>
      `<hr><h2>${subject}</h2><p>Para ${to}</p><iframe sandbox srcdoc="${html}" title="${subject}"></iframe><details><summary>Como texto</summary><pre>${text}</pre></details>`,
  )
  .join("")}
</html>`;

/** Serves the emails as a page, and as `/mails.json`. @throws when the port is in use. */
export function showMails(mails: SunkMail[], port: number) {
  const server = createServer((request, response) => {
    if (request.url === "/mails.json") {
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      return response.end(
        JSON.stringify(mails.map(({ to, subject, text, html }) => ({ to, subject, text, html }))),
      );
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(pageOf(mails.toReversed()));
  });
  return new Promise<typeof server>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
