import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { clientAddresses } from "./client-address.ts";

const log = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void log.mockClear());

const request = (socket: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: socket },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["203.0.113.7,2001:db8::7", "2001:db8::7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["198.51.100.1:1, [2001:db8::7]:4711", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
])("behind a proxy that says «%s» it is %s", (forwarded, address) => {
  const { addressOf, problem } = clientAddresses(true);
  expect(addressOf(request("127.0.0.1", forwarded))).toBe(address);
  expect(problem()).toBeUndefined();
});

test.each(["203.0.113.7, evil", "unknown", "", undefined])(
  "behind a proxy that says «%s» there is none, as is logged once",
  (forwarded) => {
    const { addressOf, problem } = clientAddresses(true);
    for (const socket of ["127.0.0.1", "::ffff:10.0.0.7", "fd00::1"])
      expect(addressOf(request(socket, forwarded))).toBe("");
    const text =
      "El proxy no dice la dirección de las visitas (X-Forwarded-For): todos los compradores cuentan como una sola dirección.";
    expect(problem()).toBe(text);
    expect(log.mock.calls).toEqual([[text]]);
  },
);

describe("without a proxy", () => {
  test("it is the socket's, whatever a header claims", () => {
    const { addressOf, problem } = clientAddresses(false);
    expect(addressOf(request("203.0.113.9", "203.0.113.7"))).toBe("203.0.113.9");
    expect(addressOf(request("::ffff:203.0.113.9"))).toBe("203.0.113.9");
    expect(problem()).toBeUndefined();
  });

  test("there is none on the shop's own network, and a forgotten setting is reported", () => {
    const { addressOf, problem } = clientAddresses(false);
    expect(addressOf(request("127.0.0.1"))).toBe("");
    expect(problem()).toBeUndefined();
    expect(addressOf(request("127.0.0.1", "203.0.113.7"))).toBe("");
    const text =
      "Las visitas llegan a través de un proxy: pon TRUSTED_PROXY=1; hasta entonces, todos los compradores cuentan como una sola dirección.";
    expect(problem()).toBe(text);
    expect(log.mock.calls).toEqual([[text]]);
  });
});
