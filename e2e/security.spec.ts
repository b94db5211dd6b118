import { globSync, readFileSync } from "node:fs";
import { test as anyConsole, test as withoutPage } from "@playwright/test";
import { expectAttackRefused } from "./attack.ts";
import { engines, everyPage, expect, test } from "./fixtures.ts";

// The others test that a page's own parts load: they fail on console errors, which each refusal logs.
anyConsole("every page refuses what an attacker adds to it", async ({ page }) => {
  for (const path of everyPage) {
    await page.goto(path);
    await expectAttackRefused(page);
  }
});

anyConsole(
  "every page has its policy in it, whatever its host sends",
  engines,
  async ({ page, baseURL }) => {
    await page.route(`${baseURL}/**`, async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const body = await response.body();
      await route.fulfill({ status: response.status(), body, contentType: "text/html" });
    });
    for (const path of everyPage) {
      await page.goto(path);
      await expectAttackRefused(page);
    }
  },
);

anyConsole("only the checkout runs the shop's script files", async ({ page }) => {
  const [script = ""] = globSync("assets/*.js", { cwd: "build/client" });
  for (const path of everyPage) {
    await page.goto(path);
    const end = await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const script = Object.assign(document.createElement("script"), { type: "module", src });
          script.onload = () => resolve("runs");
          script.onerror = () => resolve("is refused");
          document.body.append(script);
        }),
      `/${script}`,
    );
    expect([path, end]).toEqual([path, path === "/checkout" ? "runs" : "is refused"]);
  }
});

anyConsole("no page may be shown in a frame", async ({ page }) => {
  await page.route(/\/marco\?/, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe src="${new URL(route.request().url()).search.slice(1)}">`,
    }),
  );
  for (const path of everyPage) {
    const refused = page.waitForEvent("console", (message) =>
      message.text().includes("frame-ancestors 'none'"),
    );
    await page.goto(`/marco?${path}`);
    await refused;
    await expect(page.frameLocator("iframe").getByRole("banner")).toHaveCount(0);
  }
});

anyConsole("a picture that is opened by itself loads and runs nothing", async ({ page }) => {
  await page.goto("/favicon.svg");
  const refused = await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        const script = document.createElementNS("http://www.w3.org/1999/xhtml", "script");
        script.textContent = "document.documentElement.remove()";
        document.documentElement.append(script);
      }),
  );
  expect(refused).toBe("script-src-elem");
  await expect(page.locator("svg")).toBeAttached();
});

withoutPage("every page has all security headers", async ({ request }) => {
  for (const path of everyPage) {
    const headers = (await request.get(path)).headers();
    expect(headers["strict-transport-security"]).toMatch(/^max-age=63072000/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toBe("no-cache");
  }
});

test("files with a hash are cached for a year", async ({ page, request }) => {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  const assets = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.includes("/assets/")),
  );
  // Two scripts and a picture.
  expect(assets.length).toBeGreaterThan(2);
  for (const asset of assets) {
    const headers = (await request.get(asset)).headers();
    expect(headers["cache-control"], asset).toBe("public, max-age=31536000, immutable");
  }
});

/** The headers that a CDN sends at an address, whatever it answers there. */
function cdnHeadersAt(address: string): Record<string, string> {
  const rules = readFileSync("build/client/_headers", "utf8").split(/^(?=\/)/m);
  const applied = rules.filter((rule) => {
    const [path = ""] = rule.split("\n");
    return path.endsWith("/*") ? address.startsWith(path.slice(0, -1)) : address === path;
  });
  const lines = applied.flatMap((rule) => [...rule.matchAll(/^ {2}([\w-]+): (.*)$/gm)]);
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}

test("on a CDN a missing file below /assets/ gets the 404 page, styled and logged", async ({
  page,
}) => {
  await page.route("**/assets/no-existe", async (route) => {
    const response = await route.fetch();
    const headers = { ...cdnHeadersAt("/assets/no-existe"), "Content-Type": "text/html" };
    await route.fulfill({ status: 404, body: await response.body(), headers });
  });
  const logged = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto("/assets/no-existe");
  expect((await logged).text()).toBe("Página no encontrada: /assets/no-existe");
  const title = page.getByRole("heading", { name: "Página no encontrada" });
  await expect(title).toHaveCSS("font-family", /Cormorant/);
});
