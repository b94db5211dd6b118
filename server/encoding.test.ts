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
  ["br;q=1.000", "br"],
  ["br;q=0.123", "br"],
  ["br;q=1.0000, gzip", "gzip"],
  ["br;q=0.1234, gzip;q=0.1", "gzip"],
  ["br;q=1.01, gzip;q=0.1", "gzip"],
  ["br;q=0.5x, gzip;q=0.1", "gzip"],
  ["br;q=x0.5, gzip;q=0.1", "gzip"],
  ["br;q=0, gzip;q=0.001", "gzip"],
  ["br;level=1;q=1, gzip;q=0.5", "br"],
])("Accept-Encoding %j gets %s", (accept, expected) => {
  expect(chooseEncoding(accept, all)).toBe(expected);
});

test("sends a file without compressed versions as it is", () => {
  expect(chooseEncoding("br, gzip", ["identity"])).toBe("identity");
});
