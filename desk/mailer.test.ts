import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { minute } from "./context.ts";
import { mailSink } from "./demo/mail-sink.ts";
import { mailer } from "./mailer.ts";
import { sendDue, stuckMails } from "./outbox.ts";
import type { Mail } from "./schema.ts";
import { placed, temporaryFolder, testDesk } from "./testing/desk.ts";

/** A build with the two pages that go along with the first mail. */
function build(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "terminos-de-servicio.html"), "<h1>Términos</h1>");
  writeFileSync(join(folder, "politica-de-devolucion.html"), "<h1>Devolución</h1>");
  return folder;
}

async function sink() {
  const opened = await mailSink();
  onTestFinished(() => opened.close());
  return opened;
}

const mail: Mail = {
  id: "0123456789abcdef",
  about: "7KQ2M9XA",
  kind: "paid",
  recipient: "lucia@correo.example",
  subject: "Hemos recibido tu pago · pedido 7KQ2M9XA",
  text: "Hola, Lucía:\n\nHan llegado 89,99 €.",
  createdAt: 0,
  dueAt: 0,
  attempts: 0,
  sentAt: null,
  error: null,
};

test("a mail arrives as it was written", async () => {
  const { mails, url } = await sink();
  await mailer(url, build())(mail);
  expect(mails).toEqual([
    {
      to: "lucia@correo.example",
      subject: "Hemos recibido tu pago · pedido 7KQ2M9XA",
      text: "Hola, Lucía:\n\nHan llegado 89,99 €.\n",
      messageId: "<0123456789abcdef@aurelia.example>",
      attachments: [],
    },
  ]);
});

test("the terms and the withdrawal form come along with an order's first mail", async () => {
  const { mails, url } = await sink();
  await mailer(url, build())({ ...mail, kind: "pending" });
  expect(mails[0]?.attachments).toEqual([
    "terminos-de-servicio.html",
    "politica-de-devolucion.html",
  ]);
});

test("a build without them does not start", () => {
  expect(() => mailer("smtp://127.0.0.1:1", temporaryFolder())).toThrow(
    "terminos-de-servicio.html",
  );
});

test("no line break, in a name or elsewhere, forges a header or another recipient", async () => {
  const { mails, url } = await sink();
  const desk = await testDesk("SQLite");
  const break_ = "\r\nBcc: otra@correo.example\r\n\r\nTexto";
  await placed(desk, { firstName: `Lucía${break_}`, lastName: break_ });
  await sendDue(desk, mailer(url, build()));
  await mailer(url, build())({ ...mail, subject: `Asunto${break_}` });
  expect(mails.map(({ to }) => to)).toEqual(["lucia@correo.example", "lucia@correo.example"]);
  expect(mails[0]?.subject).toMatch(/^Hemos recibido tu pedido · pedido \w{8}$/);
  expect(mails[1]?.subject).toBe("Asunto Bcc: otra@correo.example  Texto");
  expect(mails[1]?.text).toBe("Hola, Lucía:\n\nHan llegado 89,99 €.\n");
});

test("an answer that is lost after the server took the mail brings it again under the same Message-ID", async () => {
  const { mails, url } = await sink();
  const desk = await testDesk("SQLite");
  await placed(desk);
  const send = mailer(url, build());
  const lost = async (mail: Mail) => {
    await send(mail);
    throw new Error("Connection closed");
  };
  expect(await sendDue(desk, lost)).toBe(0);
  desk.pass(minute);
  expect(await sendDue(desk, send)).toBe(1);
  expect(mails).toHaveLength(2);
  expect(mails[1]).toEqual(mails[0]);
  expect(mails[0]?.messageId).toMatch(/^<[\da-f]{32}@aurelia\.example>$/);
});

test("what a mail server says against a mail is kept for the owner", async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("Mailbox busy"), { responseCode: 451 })),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const desk = await testDesk("SQLite");
  await placed(desk);
  const send = mailer(`smtp://127.0.0.1:${port}`, build());
  for (const wait of [1, 2, 4]) {
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(wait * minute);
  }
  expect((await stuckMails(desk))[0]?.error).toMatch(/451 Mailbox busy$/);
});

test("without a mail server the desk goes on, and the mail waits", async () => {
  const desk = await testDesk("SQLite");
  await placed(desk);
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await sendDue(desk, mailer(`smtp://127.0.0.1:${port}`, build()))).toBe(0);
  const row = await desk.db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempts: 1, sentAt: null });
  expect(row.error).toContain("ECONNREFUSED");
});
