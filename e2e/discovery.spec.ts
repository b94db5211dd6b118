import { type Page, test as withoutPage } from "@playwright/test";
import sharp from "sharp";
import { expect, pages, servers, test } from "./fixtures.ts";

const site = "https://aurelia.example";

const content = (page: Page, key: string) =>
  page.locator(`head meta[property="${key}"], head meta[name="${key}"]`).getAttribute("content");

test("every page has its own title, description and URL, and a share picture", async ({ page }) => {
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const [path] of pages) {
    await page.goto(path);
    const title = await page.title();
    titles.add(title);
    expect(title).toContain("Aurelia");
    const description = (await content(page, "description")) ?? "";
    descriptions.add(description);
    expect(description.length, path).toBeGreaterThan(50);
    expect(description.length, path).toBeLessThanOrEqual(160);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", site + path);

    expect(await content(page, "og:url")).toBe(site + path);
    expect(await content(page, "og:title")).toBe(title);
    expect(await content(page, "og:description")).toBe(description);
    expect(await content(page, "og:locale")).toBe("es_ES");
    expect(await content(page, "og:image")).toBe(`${site}/share.jpg`);
    expect(await content(page, "og:image:alt")).toContain("Frasco de Aurelia");
    expect(await content(page, "twitter:card")).toBe("summary_large_image");
  }
  expect(titles.size).toBe(pages.length);
  expect(descriptions.size).toBe(pages.length);
});

withoutPage("other sites may show the share picture", servers, async ({ request }) => {
  const response = await request.get("/share.jpg");
  expect(response.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
  const picture = await response.body();
  expect(picture.length).toBeLessThan(300_000);
  expect(await sharp(picture).metadata()).toMatchObject({
    format: "jpeg",
    width: 1200,
    height: 630,
  });
});

test("home tells machines of the house, and of no offer, because orders are simulated", async ({
  page,
}) => {
  for (const [path] of pages) {
    await page.goto(path);
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text),
    );
    const house = {
      "@context": "https://schema.org",
      "@type": "OnlineStore",
      "@id": `${site}/#shop`,
      name: "Aurelia",
      url: `${site}/`,
      logo: `${site}/icon-512.png`,
      email: "hola@aurelia.example",
      telephone: "+34 910 000 000",
      foundingDate: "2020",
      address: { "@type": "PostalAddress", addressLocality: "Madrid", addressCountry: "ES" },
    };
    expect(data, path).toEqual(path === "/" ? [house] : []);
  }
});

withoutPage("the sitemap lists every page, and robots.txt links to it", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
  expect(listed.sort()).toEqual(pages.map(([path]) => site + path).sort());
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(robots).not.toMatch(/^Disallow: \S/m);
});

test("serves icons and manifest", async ({ page, request }) => {
  await page.goto("/");
  const links = await page
    .locator("link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]")
    .evaluateAll((links) =>
      links.map((link) =>
        ["rel", "href", "sizes", "type"].map((name) => link.getAttribute(name)).join(" "),
      ),
    );
  expect(links).toEqual([
    "icon /favicon.ico 32x32 ",
    "icon /favicon.svg  image/svg+xml",
    "apple-touch-icon /apple-touch-icon.png  ",
    "manifest /manifest.webmanifest  ",
  ]);

  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(manifest).toEqual({
    name: "Aurelia · Perfume artesanal",
    short_name: "Aurelia",
    lang: "es",
    start_url: "/",
    display: "browser",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  });
  for (const [path, size] of [
    ["/favicon.svg", 0],
    ["/apple-touch-icon.png", 180],
    ["/icon-192.png", 192],
    ["/icon-512.png", 512],
  ] as const) {
    const { width, height } = await sharp(await (await request.get(path)).body()).metadata();
    if (size) expect([width, height], path).toEqual([size, size]);
  }
  expect((await request.get("/favicon.ico")).status()).toBe(200);
});

test("search engines do not index a missing page", async ({ page }) => {
  await page.goto("/no-existe");
  expect(await content(page, "robots")).toBe("noindex");
  await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
});
