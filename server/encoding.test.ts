import { expect, test } from "vitest";
import { chooseEncoding } from "./encoding.ts";

const all = ["br", "gzip", "identity"] as const;

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.5", "br"],
  ["*", "br"],
  ["*;q=0.5, gzip;q=0", "br"],
  ["identity, br;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["identity;q=0", "identity"],
  ["*;q=0", "identity"],
  ["deflate", "identity"],
  ["br;q=2, gzip", "gzip"],
  ["br;q=nonsense", "identity"],
  [",;,q=;", "identity"],
])("Accept-Encoding %j gets %s", (accept, expected) => {
  expect(chooseEncoding(accept, all)).toBe(expected);
});

test("a file without compressed siblings is sent as it is", () => {
  expect(chooseEncoding("br, gzip", ["identity"])).toBe("identity");
});
