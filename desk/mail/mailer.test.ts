import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { mailSink } from "../demo/mail-sink.ts";
import { minute } from "../shop/time.ts";
import { placed, testDesk } from "../testing/desk.ts";
import { mailer, mailServerError, reasonText } from "./mailer.ts";
import {
  MailRefused,
  MailServerDown,
  MailUncertain,
  type OutgoingMail,
  type Send,
  sendDue,
  stuckMails,
} from "./outbox.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

async function sink() {
  const opened = await mailSink();
  onTestFinished(() => opened.close());
  return opened;
}

/** The address of the mail server's account. */
const from = "hola@aurelia.example";

const mail: OutgoingMail = {
  id: "0123456789abcdef",
  recipient: "lucia@correo.example",
  replyTo: from,
  subject: "Hemos recibido tu pago · pedido 7KQ2M9XA",
  text: "Hola, Lucía:\n\nHan llegado 89,99 €.",
  html: "<p>Hola, Lucía:</p>",
};

test("sends from the server's account, with replies to the shop's current address", async () => {
  const heads: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _, done) {
      stream.on("data", (piece) => heads.push(String(piece)));
      stream.on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.server.address() as AddressInfo;
  const send = mailer(`smtp://127.0.0.1:${port}`, from);
  await send(mail);
  expect(heads.join("")).not.toContain("Reply-To");
  await send({ ...mail, replyTo: "tienda@correo.example" });
  expect(heads.join("")).toMatch(/^Reply-To: tienda@correo\.example\r$/m);
  expect(heads.join("").match(/^From: Aurelia <hola@aurelia\.example>\r$/gm)).toHaveLength(2);
});

test("delivers an email unchanged", async () => {
  const { mails, url } = await sink();
  await mailer(url, from)(mail);
  expect(mails).toEqual([
    {
      to: "lucia@correo.example",
      subject: "Hemos recibido tu pago · pedido 7KQ2M9XA",
      text: "Hola, Lucía:\n\nHan llegado 89,99 €.\n",
      html: "<p>Hola, Lucía:</p>\n",
      messageId: "<0123456789abcdef@aurelia.example>",
      attachments: [],
    },
  ]);
});

/** A mail server with these options, the raw emails that it received, and its clients' host names. */
async function server(options: SMTPServerOptions) {
  const taken: string[] = [];
  const names: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      names.push(session.hostNameAppearsAs);
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        taken.push(text);
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  const sockets = (open: Set<Socket>) =>
    server.server.on("connection", (socket) => void open.add(socket));
  return { taken, names, port, sockets };
}

test("marks emails as automatic, names the sender, and sends text and HTML", async () => {
  const { taken, names, port } = await server({});
  await mailer(`smtp://127.0.0.1:${port}`, from)(mail);
  expect(names).toEqual(["aurelia.example"]);
  expect(taken[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(taken[0]).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(taken[0]).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(taken[0]).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
  expect(taken.join("")).not.toContain("attachment");
});

test("sends several emails over one connection", async () => {
  const connections: string[] = [];
  const { taken, port } = await server({
    onConnect({ id }, done) {
      connections.push(id);
      done();
    },
  });
  const send = mailer(`smtp://127.0.0.1:${port}`, from);
  for (const id of ["1", "2", "3"]) await send({ ...mail, id });
  expect(taken).toHaveLength(3);
  expect(connections).toHaveLength(1);
});

const answers = (code: number) => (_: unknown, __: unknown, done: (error: Error) => void) =>
  done(Object.assign(new Error("No"), { responseCode: code }));

test.each<[string, SMTPServerOptions, new (message: string) => Error]>([
  ["an unknown recipient", { onRcptTo: answers(550) }, MailRefused],
  ["a recipient whose box is busy", { onRcptTo: answers(451) }, Error],
  ["an email that is taken for spam", { onData: answers(554) }, MailRefused],
  ["an email that comes too soon", { onData: answers(451) }, Error],
  ["a connection that closes after the whole email", { onData: answers(421) }, MailUncertain],
  ["a sender that is not allowed", { onMailFrom: answers(550) }, MailServerDown],
  [
    "a client that the server rejects",
    { onConnect: (_, done) => done(new Error("554 No")) },
    MailServerDown,
  ],
])("classifies a failure: %s", async (_, options, kind) => {
  const { port } = await server(options);
  const failure = await mailer(`smtp://127.0.0.1:${port}`, from)(mail).catch((error) => error);
  expect(failure.constructor).toBe(kind);
});

test("counts an email whose answer is lost as a possible copy, however that happens", async () => {
  const open = new Set<Socket>();
  const silent = await server({ onData: (stream) => void stream.resume() });
  const slow = mailer(`smtp://127.0.0.1:${silent.port}`, from, { answer: 200 });
  await expect(slow(mail)).rejects.toThrow(new MailUncertain("no ha terminado en 0,2 s"));
  // Only the answer takes too long.
  const hasty = mailer(`smtp://127.0.0.1:${silent.port}`, from, { delivery: 60_000, answer: 1 });
  await expect(hasty(mail)).rejects.toThrow(MailUncertain);

  const closing = await server({
    onConnect(_, done) {
      done();
    },
    onData(stream) {
      stream.resume();
      stream.on("end", () => {
        for (const socket of open) socket.destroy();
      });
    },
  });
  closing.sockets(open);
  const lost = await mailer(`smtp://127.0.0.1:${closing.port}`, from)(mail).catch((error) => error);
  expect(lost.constructor).toBe(MailUncertain);
});

test("names the reason if no address of the server's host answers", async () => {
  const failure = await mailer("smtp://localhost:1", from)(mail).catch((error) => error);
  expect(failure).toBeInstanceOf(MailServerDown);
  expect(failure.message).toBe("el servidor de correo no funciona: ahí no responde nadie");
  expect(await mailServerError("smtp://localhost:1")).toMatch(/: ahí no responde nadie\.$/);
});

/** A mail server that sends a line now and then, and never finishes its response. */
async function dripping() {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    const drip = setInterval(() => socket.write("220-Espera\r\n"), 50);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      clearInterval(drip);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  return { open, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("gives up on a server that responds byte by byte, and closes the connection", async () => {
  const { open, url } = await dripping();
  await expect(mailer(url, from, { delivery: 300 })(mail)).rejects.toThrow(
    /^no ha terminado en 0,3 s$/,
  );
  await expect.poll(() => open.size).toBe(0);
  expect(await mailServerError(url, 300)).toMatch(
    / \(SMTP_URL\) no funciona: no ha terminado en 0,3 s\.$/,
  );
});

describe("reports the mail server's error at start", () => {
  const errorOf = async (options: SMTPServerOptions, scheme: string, rest = "") => {
    const { port } = await server(options);
    const error = await mailServerError(`${scheme}127.0.0.1:${port}${rest}`);
    return error
      ?.replace(`127.0.0.1:${port}`, "HOST")
      .replace(/certificado \(.+\); pon/, "certificado (…); pon");
  };
  const begin = "El servidor de correo HOST (SMTP_URL) no funciona: ";
  const untrusted =
    `${begin}esta máquina no se fía de su certificado (…); pon en NODE_EXTRA_CA_CERTS el archivo de ` +
    "la autoridad que lo firma o, si la red es tuya, añade ?tls.rejectUnauthorized=false a SMTP_URL en el archivo de ajustes.";
  const withPassword = "smtp://tienda:secreto@";
  const login: SMTPServerOptions = {
    authOptional: false,
    onAuth: ({ password }, _, done) =>
      password === "secreto" ? done(null, { user: 1 }) : done(new Error("Invalid login")),
  };

  test("and nothing if there is none", async () => {
    expect(await errorOf({}, "smtp://")).toBeUndefined();
    const tls = { ...login, disabledCommands: [] };
    const trusting = "?tls.rejectUnauthorized=false";
    expect(await errorOf(tls, withPassword, trusting)).toBeUndefined();
    expect(
      await errorOf({ ...tls, secure: true }, withPassword.replace("smtp", "smtps"), trusting),
    ).toBeUndefined();
  });

  test("an untrusted certificate; on localhost without a password TLS is not required", async () => {
    const tls = { disabledCommands: [] };
    expect(await errorOf({ ...tls, ...login }, withPassword)).toBe(untrusted);
    expect(await errorOf({ ...tls, secure: true }, "smtps://")).toBe(untrusted);
    expect(await errorOf(tls, "smtp://")).toBeUndefined();
  });

  test("a password that would be sent unencrypted", async () => {
    const clear = { ...login, allowInsecureAuth: true };
    expect(await errorOf(clear, withPassword)).toBe(
      `${begin}no ofrece STARTTLS, y la contraseña iría sin cifrar; usa smtps:// y el puerto 465 o, si la red es tuya, añade ?requireTLS=false a SMTP_URL en el archivo de ajustes.`,
    );
    expect(await errorOf(clear, withPassword, "?requireTLS=false")).toBeUndefined();
  });

  test("a wrong password", async () => {
    const clear = { ...login, allowInsecureAuth: true };
    const error = await errorOf(clear, "smtp://tienda:mentira@", "?requireTLS=false");
    expect(error).toBe(
      `${begin}no acepta el usuario y la contraseña (Invalid login: 535 Invalid login).`,
    );
  });

  test("the wrong kind of port", async () => {
    expect(await errorOf({}, "smtps://")).toBe(
      `${begin}ese puerto no empieza con TLS; escribe smtp:// en lugar de smtps://.`,
    );
    expect(await errorOf({ secure: true }, "smtp://", "?greetingTimeout=200")).toBe(
      `${begin}ese puerto no dice nada; si es el 465, escribe smtps:// en lugar de smtp://.`,
    );
  });

  test("an unknown host or a closed port", async () => {
    expect(await mailServerError("smtp://127.0.0.1:1")).toBe(
      "El servidor de correo 127.0.0.1:1 (SMTP_URL) no funciona: ahí no responde nadie.",
    );
    expect(await mailServerError("smtps://tienda:secreto@nadie.invalid")).toBe(
      "El servidor de correo nadie.invalid:465 (SMTP_URL) no funciona: no existe ese servidor.",
    );
  });
});

test("line breaks can't forge a header or another recipient", async () => {
  const { mails, url } = await sink();
  const desk = await testDesk("SQLite");
  const break_ = "\r\nBcc: otra@correo.example\r\n\r\nTexto";
  await placed(desk, { firstName: `Lucía${break_}`, lastName: break_ });
  await desk.db.deleteFrom("mails").where("audience", "=", "owner").execute();
  await sendDue(desk, mailer(url, from));
  await mailer(url, from)({ ...mail, subject: `Asunto${break_}` });
  expect(mails.map(({ to }) => to)).toEqual(["lucia@correo.example", "lucia@correo.example"]);
  expect(mails[0]?.subject).toMatch(/^Tu pedido \w{8}: cómo pagarlo$/);
  expect(mails[1]?.subject).toBe("Asunto Bcc: otra@correo.example  Texto");
  expect(mails[1]?.text).toBe("Hola, Lucía:\n\nHan llegado 89,99 €.\n");
});

test("sends again under the same Message-ID after the server's response was lost", async () => {
  const { mails, url } = await sink();
  const desk = await testDesk("SQLite");
  await placed(desk);
  await desk.db.deleteFrom("mails").where("audience", "=", "owner").execute();
  const send = mailer(url, from);
  const lost: Send = async (mail) => {
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

test("stores the mail server's reason for the owner", async () => {
  const { port } = await server({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("Mailbox busy"), { responseCode: 451 })),
  });
  const desk = await testDesk("SQLite");
  await placed(desk);
  const send = mailer(`smtp://127.0.0.1:${port}`, from);
  for (const wait of [1, 2, 4, 8, 16]) {
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(wait * minute);
  }
  expect((await stuckMails(desk.db))[0]?.error).toBe(
    "su servidor de correo no lo acepta por ahora (Can't send mail - all recipients were rejected: 451 Mailbox busy)",
  );
});

test("the desk works without a mail server, and emails wait", async () => {
  const desk = await testDesk("SQLite");
  await placed(desk);
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await sendDue(desk, mailer(`smtp://127.0.0.1:${port}`, from))).toBe(0);
  const row = await desk.db
    .selectFrom("mails")
    .selectAll()
    .where("error", "is not", null)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempts: 0, sentAt: null });
  expect(row.error).toBe("el servidor de correo no funciona: ahí no responde nadie");
});

test.each([
  ["550 5.1.1 <a@b.example>: Recipient address rejected: User unknown", "esa dirección no existe"],
  ["550 No such user here", "esa dirección no existe"],
  ["550 5.1.2 Host or domain name not found", "esa dirección no existe"],
  ["452 4.2.2 The email account that you tried to reach is over quota", "su buzón está lleno"],
  [
    "554 5.7.1 Message rejected as spam",
    "su servidor no acepta correo de la tienda o lo toma por publicidad",
  ],
])("tells the owner «%s» in Spanish", (reason, text) => {
  expect(reasonText(reason)).toBe(`${text} (${reason})`);
});

test.each([
  ["554 Transaction failed", "su servidor de correo no lo acepta"],
  ["451 Try again later", "su servidor de correo no lo acepta por ahora"],
])(
  "tells the owner in Spanish that an email is refused, also for the uncommon «%s»",
  (reason, text) => {
    expect(reasonText(reason)).toBe(`${text} (${reason})`);
  },
);
