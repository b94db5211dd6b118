import { symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { priceOrder } from "../../app/shop/pricing.ts";
import { contentSecurityPolicy } from "../../publish/content-security-policy.ts";
import { responder } from "../../server/respond.ts";
import { readSite, type Site } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { type Answer, request } from "../../server/testing/raw-request.ts";
import { builtFacts } from "../shop/built-facts.ts";
import { parseClaims, shownClaims } from "../shop/claims.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import { temporaryFolder } from "../testing/desk.ts";
import { livePages } from "./live-pages.ts";
import { readPublishedDesk } from "./published-desk.ts";
import { renderingOf } from "./rendering.ts";

const folder = inject("shop");
const site = readSite(folder);
const built = builtFacts;
const program = join(folder, "../server/render-thread.js");
const rendering = renderingOf(program, folder);

/** The pages that show the price. */
const pages = ["/", "/checkout", "/contacto", "/quienes-somos", "/terminos-de-servicio"];

/** The site as it is rendered with these facts. */
async function siteWith(facts: ShownFacts): Promise<Site> {
  let served = site;
  await livePages(site, built, rendering, (rendered) => {
    served = rendered;
  })(facts);
  return served;
}

const textOf = (site: Site, address: string) =>
  String(site.files.get(address)?.variants.identity?.bytes);

/** The pages that are not served from their files. */
const renderedPages = ({ files }: Site) =>
  [...files.keys()].filter((address) => files.get(address) !== site.files.get(address)).sort();

/** A page's text for people and search engines: without fonts, styles and the names of files. */
const wordsOf = (site: Site, address: string) =>
  textOf(site, address)
    .replace(/<style>.*?<\/style>/gs, "")
    .replaceAll(/\/assets\/[\w.-]+/g, "");

test("pages with the build's facts are its files, byte for byte", async () => {
  const copy = temporaryFolder();
  for (const name of ["client", "fonts"]) symlinkSync(join(folder, "..", name), join(copy, name));
  // As if no page were the same as its file.
  const published = { ...readPublishedDesk(folder), pageHashes: {} };
  writeFileSync(join(copy, "desk.json"), JSON.stringify(published));
  const all = await renderingOf(program, join(copy, "client")).pages(built);
  expect(all.map(({ address }) => address).sort()).toEqual(
    ["/404", ...pages, "/politica-de-devolucion", "/politica-de-privacidad"].sort(),
  );
  for (const { address, bodies } of all) {
    const file = address === "/404" ? site.notFound : site.files.get(address);
    expect(Buffer.from(bodies.identity ?? []), address).toEqual(file?.variants.identity?.bytes);
  }
});

describe("with another price, notes and a notice", () => {
  const notice = "Hasta el 5 & <b>más</b>: ¡Ñoquis!";
  const notes = { top: "azahar", heart: "", base: 'cuero "<i>ruso</i>"' };
  let rendered: Site;
  let ask: (headers?: Record<string, string>) => Promise<Answer>;
  beforeAll(async () => {
    rendered = await siteWith({ ...built, price: 4550, notes, notice });
    const server = createSiteServer(rendered, responder(rendered));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    ask = (headers = {}) => request(port, "/", { headers });
    return () => void server.close();
  });

  test("no page shows the old price", () => {
    const all = [...rendered.files.keys()].filter((address) => !address.includes("."));
    expect(all).toEqual(expect.arrayContaining([...pages, "/politica-de-devolucion"]));
    for (const address of all) {
      expect(wordsOf(rendered, address), address).not.toMatch(/89[,.]99|8999|179,98/);
    }
  });

  test("home shows the price to people and to search engines", () => {
    const home = wordsOf(rendered, "/");
    expect(home).toContain("45,50\u00a0€");
    expect(home).toMatch(
      /<meta name="description" content="[^"]*45,50\u00a0€ con IVA \(91,00\u00a0€\/100\u00a0ml\)/,
    );
    expect(home).toContain('"price":"45.50"');
    expect(home).toContain('"@type":"MonetaryAmount","value":"9.99"');
    expect(home).toContain("schema.org/InStock");
  });

  test("the checkout shows the total, with shipping, and hands its price to its script", () => {
    const checkout = wordsOf(rendered, "/checkout");
    expect(checkout).toContain("55,49\u00a0€");
    expect(checkout).toContain("Añade €4,50 más para envío gratuito");
    expect(checkout).toMatch(/<div id="order" [^>]*data-facts="{&quot;price&quot;:4550,/);
    expect(checkout).not.toContain("Envío gratuito.");
    expect(textOf(rendered, "/checkout")).toContain('src="/assets/entry.client-');
  });

  test("the terms and the links to the checkout show the price", () => {
    expect(wordsOf(rendered, "/terminos-de-servicio")).toContain("Cada frasco cuesta 45,50\u00a0€");
    expect(wordsOf(rendered, "/quienes-somos")).toContain("45,50\u00a0€");
  });

  test("the script renders the price that its page was rendered with", async () => {
    const facts = JSON.stringify({
      ...built,
      price: 4550,
      shipping: { cost: 450, freeFrom: 9_100 },
    });
    vi.stubGlobal("document", { getElementById: () => ({ dataset: { facts } }) });
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.resetModules();
    vi.stubEnv("SSR", false);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { facts: read } = await import("../checkout/facts/page-facts.ts");
    expect([1, 2].map((quantity) => priceOrder(quantity, read).total)).toEqual([5000, 9100]);
    vi.resetModules();
  });

  test("pages are compressed as the files are", async () => {
    const html = textOf(rendered, "/");
    const [br, gzip, plain] = await Promise.all([
      ask({ "Accept-Encoding": "gzip, br" }),
      ask({ "Accept-Encoding": "gzip" }),
      ask(),
    ]);
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(String(brotliDecompressSync(br.body))).toBe(html);
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(String(gunzipSync(gzip.body))).toBe(html);
    expect(plain.headers.has("content-encoding")).toBe(false);
    expect(String(plain.body)).toBe(html);
    expect(plain.headers.get("vary")).toBe("Accept-Encoding");
    expect(plain.headers.get("cache-control")).toBe("no-cache");
  });

  test("a page has an ETag of its own, and is answered with 304 to it", async () => {
    const { headers } = await ask();
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(etag).not.toBe(site.files.get("/")?.variants.identity?.etag);
    const again = await ask({ "If-None-Match": etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test("a page has the policy of its own styles and scripts in it", () => {
    const [meta = "", policy] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\/>/.exec(
        textOf(rendered, "/"),
      ) ?? [];
    expect(policy).toBe(contentSecurityPolicy(textOf(rendered, "/"), "/"));
    expect(textOf(site, "/")).not.toContain(meta);
  });

  test("home shows the notes, to search engines as well, and no other page does", () => {
    const home = wordsOf(rendered, "/");
    expect(home).toContain(">azahar<");
    expect(home).toContain(">cuero &quot;&lt;i&gt;ruso&lt;/i&gt;&quot;<");
    expect(home.split("Salida: azahar. Fondo: cuero")).toHaveLength(4);
    expect(
      renderedPages(rendered).filter((page) => /azahar/.test(wordsOf(rendered, page))),
    ).toEqual(["/"]);
  });

  test("home shows the notice as text", () => {
    expect(textOf(rendered, "/")).toContain(
      ">Hasta el 5 &amp; &lt;b&gt;más&lt;/b&gt;: ¡Ñoquis!</p>",
    );
    expect(textOf(rendered, "/checkout")).not.toContain("Ñoquis");
  });
});

test("no page shows a claim that is left out, or its earlier value", async () => {
  const { claims } = parseClaims({
    shippingCost: "4,50",
    freeShippingFrom: "150",
    authorizationHours: "72",
    refundWorkingDays: "3",
  });
  const email = "tienda@correo.example";
  const facts = { ...built, ...shownClaims(claims), email, phone: "+34 915 555 123" };
  const rendered = await siteWith(facts);
  expect(rendered.notFound).not.toEqual(site.notFound);
  const files = new Map(rendered.files).set("/404", rendered.notFound);
  const all = [...files.keys()].filter((address) => !address.includes("."));
  expect(all).toEqual(expect.arrayContaining([...pages, "/404"]));
  const shop = { ...rendered, files };
  for (const address of all) {
    const wrong = [
      /500\+|más\sde\s500|25\sfragancias|50\+|50\singredientes|20\saños|desde 2020|quilates|24k|12\shoras/,
      /24-48|5-7|menos\sde\s24|en 24\s?h(oras)?\b|18:00|mailto:hola|910 ?000/,
      />0<|undefined|NaN|[\wá-ú] {2}[\wá-ú]|[\wá-ú] [.,;] /,
    ];
    const found = wrong.map((pattern) => pattern.exec(wordsOf(shop, address))?.[0] ?? "");
    expect(found, address).toEqual(["", "", ""]);
    expect(textOf(shop, address), address).toContain('href="tel:+34915555123"');
  }
  expect(wordsOf(shop, "/")).toContain("En pedidos de más\u00a0de\u00a0150\u00a0€.");
  expect(wordsOf(shop, "/")).toContain("taller de Madrid. Se puede ir más deprisa.");
  expect(wordsOf(shop, "/")).not.toContain("foundingDate");
  expect(wordsOf(shop, "/")).toContain('"value":"4.50"');
  expect(wordsOf(shop, "/quienes-somos")).toContain("perfumistas componen cada fragancia.");
  expect(wordsOf(shop, "/politica-de-devolucion")).toContain("son los 4,50\u00a0€ del envío");
  const privacy = wordsOf(shop, "/politica-de-privacidad");
  expect(privacy).toContain("te respondemos y damos curso");
});

test("the terms say the day of their version, which changes no other page", async () => {
  const rendered = await siteWith({ ...built, terms: "2026-12-03-2" });
  expect(renderedPages(rendered)).toEqual(["/terminos-de-servicio"]);
  expect(wordsOf(rendered, "/terminos-de-servicio")).toContain(
    "Última actualización: 3 de diciembre de 2026",
  );
  expect(await rendering.terms({ ...built, terms: "" })).not.toContain("actualización");
});

test("deliveries count from the payment, and all is paid back for what is unused", () => {
  for (const [address, words] of [
    ["/", "En Madrid y alrededores desde que nos llega el pago."],
    ["/contacto", "en Madrid y alrededores desde que nos llega el pago."],
    ["/", "Si no es para ti y vuelve sin usar, te devolvemos todo lo que pagaste."],
  ] as const)
    expect(wordsOf(site, address).replace(/<[^>]*>/g, "")).toContain(words);
});

test("while the shop is closed, nothing can be bought", async () => {
  const closed = "Volvemos el 3 de enero";
  const rendered = await siteWith({ ...built, closed });
  expect(renderedPages(rendered)).toEqual(["/", "/checkout"]);
  const home = textOf(rendered, "/");
  expect(home.match(/href="\/checkout"/g)).toBeNull();
  expect(home.split(`>${closed}</p>`)).toHaveLength(3);
  expect(home).toContain("schema.org/OutOfStock");
  const checkout = textOf(rendered, "/checkout");
  expect(checkout).toContain(`${closed}. Ahora no aceptamos pedidos.`);
  expect(checkout).not.toMatch(/<form|<script[^>]* src=/);
});

test("serves the files again when the facts are the build's, without rendering", async () => {
  const served: Site[] = [];
  const show = livePages(site, built, rendering, (site) => void served.push(site));
  await show(built);
  expect(served).toEqual([]);
  await show({ ...built, notice: "Hasta el 5" });
  await show({ ...built, notice: "Hasta el 5" });
  expect(served).toHaveLength(1);
  await show(built);
  expect(served[1]).toBe(site);
});

test("keeps the last pages when rendering fails, and tries again after a minute", async () => {
  let time = 1_000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const served: Site[] = [];
  const missing = renderingOf(join(folder, "../nowhere/render-thread.js"), folder);
  const pages = vi.fn(missing.pages);
  const show = livePages(site, built, { pages }, (site) => void served.push(site));
  const facts = { ...built, price: 9550 };
  await expect(show(facts)).rejects.toThrow("nowhere");
  time += 59_999;
  await expect(show(facts)).rejects.toThrow("nowhere");
  expect(pages).toHaveBeenCalledTimes(1);
  time += 1;
  await expect(show(facts)).rejects.toThrow("nowhere");
  expect(pages).toHaveBeenCalledTimes(2);
  expect(served).toEqual([]);
});
