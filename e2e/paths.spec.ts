/** Our server and nginx answer every path alike. Browsers and HTTP libraries would correct some of these. */
import { expect, test } from "@playwright/test";
import { parse, request, sendRaw } from "../server/testing/raw-request.ts";
import { engines, servers } from "./fixtures.ts";

const found = ["/", "/contacto", "/contacto?a=%", "/%63ontacto", "http://localhost/contacto"];

const redirected = {
  "/": ["//", "///", "/%2F", "/index.html", "//index.html", "/.html"],
  "/?a=b": ["/index.html?a=b", "//?a=b"],
  "/contacto": [
    "/contacto/",
    "/contacto//",
    "/contacto%2F",
    "/contacto.html",
    "/contacto/index.html",
    "/contacto//index.html",
    "/contacto/.html",
  ],
  "/contacto?a=//b": ["/contacto/?a=//b"],
};

/** Paths that a shopper can reach: mistyped, encoded in Latin-1 by an old site, or cut from an email. */
const followed = [
  "/%",
  "/50%-descuento",
  "/promoci%F3n",
  "/contacto%0A",
  "/a%5Cb",
  "/%00",
  "//checkout",
  "/index",
  `/${"a".repeat(15_000)}`,
];

const missing = [
  ...followed,
  "/nada/",
  "/Contacto",
  "/contacto%20",
  "/contacto/%0A",
  "/contacto%0D%0AX:%20y/",
  "/contacto%00.html",
  "/%zz",
  "/%c0%ae%c0%ae/contacto",
  "/%E0%A4%A",
  "/a\\b",
  "/\\evil.example/",
  "//evil.example/",
  "//contacto/",
  "//contacto.html",
  "/%2Fcontacto",
  "/index/",
  "/index/index.html",
  "/index.html/",
  "/404",
  "/404/",
  "/404.html",
  "/404/index.html",
  "/favicon.svg/",
  "/favicon.svg.html",
  "/contacto.html/",
  "/contacto#a",
  "/assets",
  "/assets/",
  "/assets//",
  "/assets/no-existe",
  "/assets/no-existe.js",
  "//favicon.svg",
  "/..",
  "/.",
  "/contacto/.",
  "/contacto/..",
  "/contacto/..?a",
  "/./contacto",
  "/../contacto",
  "/a/../contacto",
  "/%2e%2e/contacto",
  "/a/%2E%2e/contacto",
  "/a/..%2fcontacto",
  "/_headers",
  "/contacto.html.br",
  "/robots.txt.br",
];

const portOf = (baseURL = "") => Number(new URL(baseURL).port);

test(
  "every path has its page, one redirect to it, or the 404 page",
  servers,
  async ({ baseURL }) => {
    const port = portOf(baseURL);
    const answerTo = async (path: string) => {
      const [get, head] = await Promise.all([
        request(port, path),
        request(port, path, { method: "HEAD" }),
      ]);
      expect([path, head.status, head.body.length]).toEqual([path, get.status, 0]);
      return get;
    };
    for (const path of found) expect([path, (await answerTo(path)).status]).toEqual([path, 200]);
    for (const [page, paths] of Object.entries(redirected)) {
      for (const path of paths) {
        const { status, headers } = await answerTo(path);
        expect([path, status, headers.get("location")]).toEqual([path, 301, page]);
      }
    }
    for (const path of missing) {
      const { status, headers, body } = await answerTo(path);
      expect([path, status]).toEqual([path, 404]);
      expect(String(body), path).toContain("Lo sentimos, la página que buscas no existe.");
      // Any more would be the policy of files, and the page would have no styles.
      expect(headers.get("content-security-policy"), path).toBe("frame-ancestors 'none'");
    }
  },
);

test(
  "a bad Host, two of them and a target without a path are refused",
  servers,
  async ({ baseURL }) => {
    const statusOf = async (target: string, ...hosts: string[]) => {
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join("");
      const text = `GET ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`;
      return parse(await sendRaw(portOf(baseURL), text)).status;
    };
    for (const path of ["/contacto", "/no-existe"]) {
      for (const hosts of [[], [""], ["a b"], ["evil.example/x"], ["a", "a"], ["a", ""]]) {
        expect([path, hosts, await statusOf(path, ...hosts)]).toEqual([path, hosts, 400]);
      }
    }
    for (const target of ["*", "contacto", "%"]) {
      expect([target, await statusOf(target, "localhost")]).toEqual([target, 400]);
    }
  },
);

test("a path that does not exist is logged, however it is written", {
  tag: [engines.tag, servers.tag],
}, async ({ page, baseURL }) => {
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  for (const path of followed) {
    const logged = page.waitForEvent("console", (message) => message.type() === "warning");
    const response = await page.goto(baseURL + path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { name: "Página no encontrada" })).toBeVisible();
    expect((await logged).text()).toBe(`Página no encontrada: ${path}`);
  }
  expect(faults).toEqual([]);
});
