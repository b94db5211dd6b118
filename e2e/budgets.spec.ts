import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Page, test as withoutPage } from "@playwright/test";
import { expect, pages, test } from "./fixtures.ts";

/**
 * Transfer sizes in bytes, with brotli: the measured size plus 5 to 15 %, which leaves room for patch releases.
 * A change that raises a budget must say why.
 */
const budget = {
  checkoutScript: 71_100,
  homeAtPhoneSize: 107_000,
  // The next pages that home fetches ahead (public/speculation-rules-home.json).
  fetchedAhead: 37_500,
  heroAtPhoneSize: 29_000,
  picturesAtPhoneSize: 91_500,
  // The last two, each as wide as the screen.
  lowerPicturesAtPhoneSize: 60_000,
  // The pictures of the four later hours, fetched one by one on scrolling.
  laterHoursAtPhoneSize: 52_000,
  // All pictures of the page together.
  allPicturesAtPhoneSize: 184_000,
  // Pages with a single picture.
  singlePictureAtPhoneSize: { "/contacto": 16_000, "/no-existe": 12_000 },
  largestPicture: 50_500,
};

const fileOf = (path: string) => `${path.slice(1) || "index"}.html`;

/** `document`: bytes of the page with its inlined styles and fonts. `script`: characters of its inline scripts. */
const pageBudgets = [
  ...pages.map(([path, , document]) => ({
    file: fileOf(path),
    document,
    script: path === "/politica-de-privacidad" ? 412 : 155,
  })),
  { file: "404.html", document: 12_700, script: 217 },
];

const client = "build/client";
const bytes = (file: string) => statSync(join(client, file)).size;
const html = (file: string) => readFileSync(join(client, file), "utf8");

withoutPage("every built page is among the pages that are tested", () => {
  const built = globSync("*.html", { cwd: client });
  expect(
    pageBudgets.map(({ file }) => file).sort(),
    "a new page: add its path, its heading and its size limit to `pages` in e2e/fixtures.ts",
  ).toEqual(built.sort());
});

/** The bytes received for a page and its resources after scrolling to all pictures. */
async function transfer(page: Page, path: string) {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const received: { url: string; size: number }[] = [];
  const pending = new Set<string>();
  session.on("Network.requestWillBeSent", ({ requestId }) => pending.add(requestId));
  session.on("Network.loadingFailed", ({ requestId }) => pending.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    urls.set(requestId, new URL(response.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    received.push({ url: urls.get(requestId) ?? "", size: encodedDataLength });
    pending.delete(requestId);
  });
  await session.send("Network.enable");
  await page.goto(path);
  // The first view's later hours are displayed on scrolling.
  for (let part = 0; part <= 1; part += 0.1) {
    await page.evaluate((part) => {
      const hero = document.querySelector(".hero")?.clientHeight ?? 0;
      scrollTo({ top: part * (hero - innerHeight), behavior: "instant" });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, part);
  }
  for (const picture of await page.locator("img:visible").all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((element: HTMLImageElement) => element.decode());
  }
  await expect.poll(() => pending.size, "requests without a response").toBe(0);
  const sum = (pattern: RegExp) =>
    received.filter(({ url }) => pattern.test(url)).reduce((total, { size }) => total + size, 0);
  const lower = sum(/\/(uncapped|open-box)-/);
  const hours = sum(/hero-\w+-\d{4}-/);
  const later = lower + hours;
  const ahead = sum(/^\/(checkout|quienes-somos)$/);
  return {
    total: sum(/./) - later - ahead,
    hero: sum(/hero/) - hours,
    pictures: sum(/\.(avif|webp|jpg)$/) - later,
    lower,
    hours,
    ahead,
  };
}

for (const scale of [2, 3]) {
  test.describe(`a phone of 360 px at ${scale}× density`, () => {
    test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: scale });

    test("gets the home page within its budget", async ({ page }) => {
      const { total, hero, pictures, lower, hours, ahead } = await transfer(page, "/");
      expect(hero).toBeGreaterThan(1000);
      expect(hero).toBeLessThanOrEqual(budget.heroAtPhoneSize);
      expect(pictures).toBeLessThanOrEqual(budget.picturesAtPhoneSize);
      expect(lower).toBeGreaterThan(1000);
      expect(lower).toBeLessThanOrEqual(budget.lowerPicturesAtPhoneSize);
      expect(hours).toBeGreaterThan(1000);
      expect(hours).toBeLessThanOrEqual(budget.laterHoursAtPhoneSize);
      expect(pictures + lower + hours).toBeLessThanOrEqual(budget.allPicturesAtPhoneSize);
      if (scale === 2) expect(total).toBeLessThanOrEqual(budget.homeAtPhoneSize);
      expect(ahead).toBeLessThanOrEqual(budget.fetchedAhead);
    });
  });
}

test.describe("a phone of 360 px at 3× density", () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3 });

  test("gets the picture of a page with a single one within its budget", async ({ page }) => {
    for (const [path, most] of Object.entries(budget.singlePictureAtPhoneSize)) {
      const { pictures } = await transfer(page, path);
      expect(pictures, path).toBeGreaterThan(500);
      expect(pictures, path).toBeLessThanOrEqual(most);
    }
  });
});

test.describe("a phone of 390 px at 3× density", () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

  test("gets all pictures of the home page within their budget", async ({ page }) => {
    const { pictures, lower, hours } = await transfer(page, "/");
    expect(pictures + lower + hours).toBeLessThanOrEqual(budget.allPicturesAtPhoneSize);
  });
});

test("the checkout's script stays within its budget", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith(".js")),
  );
  const total = scripts.reduce((sum, script) => sum + bytes(`${script}.br`), 0);
  expect(total).toBeGreaterThan(60_000);
  expect(total).toBeLessThanOrEqual(budget.checkoutScript);
});

withoutPage("the checkout's script starts without Intl, which is slow on phones", () => {
  const scripts = globSync("assets/*.js", { cwd: client });
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    expect(readFileSync(join(client, script), "utf8"), script).not.toMatch(
      /\bIntl\b|toLocale\w*String/,
    );
  }
});

withoutPage("only the checkout has a script file", () => {
  const scriptFile = /<script[^>]*\ssrc=|<link[^>]*\s(rel="?modulepreload|as="?script)/;
  const withScript = pageBudgets.filter(({ file }) => scriptFile.test(html(file)));
  expect(withScript.map(({ file }) => file)).toEqual(["checkout.html"]);
});

for (const { file, document, script } of pageBudgets) {
  withoutPage(`${file} stays within its budget, with its styles and inline scripts`, () => {
    expect(bytes(`${file}.br`)).toBeLessThanOrEqual(document);
    const lines = Array.from(html(file).matchAll(/<script>(.*?)<\/script>/gs), ([, line]) => line);
    expect(lines.join("").length).toBeLessThanOrEqual(script);
  });
}

withoutPage("pictures stay within their budget, and there is no font file", () => {
  const pictures = globSync("assets/*.avif", { cwd: client }).map(bytes);
  expect(Math.max(...pictures)).toBeLessThanOrEqual(budget.largestPicture);
  expect(globSync("assets/*.woff2", { cwd: client })).toEqual([]);
});
