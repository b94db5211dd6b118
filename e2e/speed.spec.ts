import { readFileSync } from "node:fs";
import { type Page, test as withoutPage } from "@playwright/test";
import { everyPage, expect, pages, servers, test } from "./fixtures.ts";

/** Returns a list that receives the path of each page that the browser fetches ahead. */
async function watchFetchedAhead(page: Page) {
  const session = await page.context().newCDPSession(page);
  const paths: string[] = [];
  session.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") paths.push(new URL(prefetchUrl).pathname);
  });
  await session.send("Preload.enable");
  return paths;
}

/** `navigational-prefetch` if the page was fetched before its link was clicked. */
const deliveryType = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    return (navigation as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
  });

test("fetches a page while the pointer is on its link", async ({ page }) => {
  const fetchedAhead = await watchFetchedAhead(page);
  await page.goto("/");
  await expect.poll(() => fetchedAhead).toHaveLength(2);
  const link = page.getByRole("link", { name: "Contacto", exact: true });
  await link.hover();
  await expect.poll(() => fetchedAhead).toContain("/contacto");
  await link.click();
  await expect(page).toHaveURL("/contacto");
  expect(await deliveryType(page)).toBe("navigational-prefetch");
});

test("home fetches the likely next pages at once, and no other", async ({ page }) => {
  const fetchedAhead = await watchFetchedAhead(page);
  await page.goto("/");
  await expect.poll(() => fetchedAhead).toHaveLength(2);
  await page.getByRole("link", { name: "Comprar Ahora" }).first().click();
  await expect(page).toHaveURL("/checkout");
  expect(await deliveryType(page)).toBe("navigational-prefetch");
  expect(fetchedAhead.sort()).toEqual(["/checkout", "/quienes-somos"]);
});

test("from home the next page appears at once, and pages that are only read fade", async ({
  page,
}) => {
  /** Follows the first of these links. @returns whether the browser fades from this page to the next */
  async function follow(name: string) {
    await page.evaluate(() =>
      addEventListener("pageswap", (event) => {
        const { viewTransition } = event as Event & { viewTransition: object | null };
        sessionStorage.setItem("fades", String(viewTransition !== null));
      }),
    );
    const { pathname } = new URL(page.url());
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(page).not.toHaveURL(pathname);
    return page.evaluate(() => sessionStorage.getItem("fades"));
  }
  await page.goto("/");
  expect(await follow("Comprar Ahora")).toBe("false");
  expect(await follow("Contacto")).toBe("true");
  expect(await follow("Quiénes Somos")).toBe("true");
});

withoutPage(
  "only home fetches pages without a pointer on their links",
  servers,
  async ({ request }) => {
    for (const path of everyPage) {
      const { "speculation-rules": rules } = (await request.get(path)).headers();
      const home = path === "/" ? ', "/speculation-rules-home.json"' : "";
      expect(rules, path).toBe(`"/speculation-rules.json"${home}`);
    }
    // Pages that are rendered on request are not in the rules.
    const [prerender, ...others] = Object.entries(
      JSON.parse(readFileSync("build/client/speculation-rules.json", "utf8")),
    );
    expect(prerender).toEqual([
      "prerender",
      [{ where: { href_matches: pages.map(([path]) => path) }, eagerness: "moderate" }],
    ]);
    expect(others).toEqual([]);
  },
);

test("the checkout's script has a lower priority than its picture", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const priorities: Record<string, string> = {};
  session.on("Network.requestWillBeSent", ({ request }) => {
    const [, name = ""] = /assets\/([\w.-]+)-.{8}\./.exec(request.url) ?? [];
    priorities[name] = request.initialPriority;
  });
  await session.send("Network.enable");
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  expect(priorities).toMatchObject({ "open-box": "High", "entry.client": "Low", react: "Low" });
});
