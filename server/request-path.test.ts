import { expect, test } from "vitest";
import { cleanAddress, isHost, originForm, queryOf, requestPath } from "./request-path.ts";

test.each([
  ["/a?b", "/a?b"],
  ["http://shop.example/a?b", "/a?b"],
  ["HTTPS://shop.example", ""],
  ["/http://shop.example/", "/http://shop.example/"],
])("the origin form of %s is «%s»", (target, path) => {
  expect(originForm(target)).toBe(path);
});

test.each([
  ["/", "/"],
  ["/a%20b", "/a b"],
  ["/a?b\nc", "/a"],
  ["/%61/..", "/a/.."],
  ["/50%-%61?b", "/50%-%61"],
  ["/promoci%F3n", "/promoci%F3n"],
])("the path of %s is %s", (target, path) => {
  expect(requestPath(target)).toBe(path);
});

test.each([
  ["/a", "/a"],
  ["/a/", "/a"],
  ["/a.html", "/a"],
  ["/a.html/b", "/a.html/b"],
  ["/a/index.html", "/a"],
  ["/index.html", "/"],
  ["/", "/"],
])("the clean URL of %s is %s", (path, address) => {
  expect(cleanAddress(path)).toBe(address);
});

test("keeps the query with its question mark", () => {
  expect(queryOf("/a?b=c?d")).toBe("?b=c?d");
  expect(queryOf("/a?b\nc")).toBe("?b\nc");
  expect(queryOf("/a")).toBe("");
});

test.each(["shop.example", "a_b-c:8443", "127.0.0.1:1", "[::1]", "[fe80::a1]:65535"])(
  "accepts the host %s",
  (host) => {
    expect(isHost(host)).toBe(true);
  },
);

test.each([
  "",
  "a b",
  "a/b",
  "a?b",
  "a\\b",
  "1.2.3.999",
  "shop.example:65536",
  "shop.example:8a",
  "[::1",
  "[::g]",
  "[]",
  "x[::1]",
  "a@b",
])("refuses the host %s", (host) => {
  expect(isHost(host)).toBe(false);
});
