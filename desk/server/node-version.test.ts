import { afterEach, expect, test, vi } from "vitest";
import desk from "../package.json" with { type: "json" };
import { checkNode } from "./node-version.ts";

const log = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void log.mockClear());

test("the shop refuses to start on a Node without Temporal", () => {
  expect(() => checkNode("22.11.0", false)).toThrow(
    "La tienda necesita Node 26, y este es el 22.11.0: le falta Temporal.",
  );
});

test("it says that it is tested with another major version, and is silent on the tested one", () => {
  checkNode("28.1.0", true);
  expect(log.mock.calls).toEqual([["La tienda está probada con Node 26, y este es el 28.1.0."]]);
  log.mockClear();
  checkNode();
  expect(log).not.toHaveBeenCalled();
  expect(desk.engines.node).toBe(">=26");
});
