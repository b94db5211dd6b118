/** The mail server of chaos.ts, which is unreliable and keeps a list of what it has accepted. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { randomFrom } from "../../server/testing/random.ts";

/** An email that the mail server has accepted. */
export interface Delivery {
  /** The Message-ID, without the shop's domain. */
  id: string;
  /** The address in the envelope. */
  to: string;
  /** The beginning of its source. */
  text: string;
  /** When it was accepted, in real ms, and from which shop. */
  at: number;
  shop: number;
  /** False if the shop got an error instead of an acceptance, or no answer. */
  isAnswered: boolean;
  /** When the shop closed the connection without receiving the answer, in real ms. */
  hungUpAt?: number;
}

/**
 * In ms. A shop keeps idle connections open for 500 ms: one that closes its connection sooner after an answer has not
 * received the answer.
 */
const minIdle = 400;

/** Sometimes refuses an email, accepts one but answers with an error or not at all, or never greets. */
export function mailServer({ chance, below }: ReturnType<typeof randomFrom>) {
  const deliveries: Delivery[] = [];
  let isCalm = false;
  let isSlow = false;
  const fails = (share: number) => !isCalm && chance(share);

  /** Opens a port for one shop, so that every email has a known sender. @returns its address */
  async function open(shop: number): Promise<string> {
    /** What to do when a connection closes, by the id of its session. */
    const onClose = new Map<string, () => void>();
    const closed = new Set<string>();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onConnect(_session, done) {
        if (!fails(0.03)) done();
      },
      onClose({ id }) {
        closed.add(id);
        onClose.get(id)?.();
      },
      onData(stream, { id: session, envelope }, done) {
        let text = "";
        stream.on("data", (chunk: Buffer) => {
          if (text.length < 4_000) text += chunk;
        });
        stream.on("end", () => {
          const refuse = () => done(Object.assign(new Error("Busy"), { responseCode: 451 }));
          if (fails(0.1)) return refuse();
          const [, id = text.slice(0, 200)] = /^Message-ID: <(\w+)@/im.exec(text) ?? [];
          // Without the line breaks of its encoding.
          text = text.replaceAll("=\r\n", "");
          const to = envelope.rcptTo.map(({ address }) => address).join();
          const isAnswered = !fails(0.1);
          const delivery: Delivery = { id, to, text, at: Date.now(), shop, isAnswered };
          deliveries.push(delivery);
          // On a busy machine, the shop may have closed the connection before the server reads the email.
          if (closed.has(session)) delivery.hungUpAt = delivery.at;
          let answeredAt = Number.POSITIVE_INFINITY;
          onClose.set(session, () => {
            if (Date.now() < answeredAt + minIdle) delivery.hungUpAt = Date.now();
          });
          const answer = () => {
            answeredAt = Date.now();
            done();
          };
          if (isAnswered) setTimeout(answer, isSlow ? 500 + below(300) : below(40));
          else if (chance(0.8)) refuse();
        });
      },
    });
    server.on("error", () => {});
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A connection ends with its shop, and must not keep this process alive.
    server.server.unref();
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }

  return {
    deliveries,
    open,
    /** Delays the answers, so that a shop can be stopped while it waits for one. */
    slowDown(slow: boolean) {
      isSlow = slow;
    },
    /** From now on nothing fails. */
    calm() {
      isCalm = true;
    },
  };
}
