import { readFileSync } from "node:fs";
import { test as anyConsole, type Page } from "@playwright/test";
import { everyPage, expect, test } from "./fixtures.ts";
import { obfuscateEmails } from "./setup/cloudflare.ts";

/** Shows the pages as they are behind Cloudflare, with the shop's headers. */
async function openBehindCloudflare(page: Page, change = (html: string) => html) {
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, body: obfuscateEmails(change(await response.text())) });
  });
}

const email = "hola@aurelia.example";

test("behind Cloudflare every page keeps its email addresses", async ({ page }) => {
  await openBehindCloudflare(page);
  // In the shop that sells, the last page is rendered on request.
  for (const path of [...everyPage, "/desistimiento"]) {
    await page.goto(path);
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: email }),
      path,
    ).toHaveAttribute("href", `mailto:${email}`);
    for (const link of await page.getByRole("link", { name: "@" }).all()) {
      await expect(link, path).toHaveAttribute("href", `mailto:${await link.textContent()}`);
    }
    await expect(page.locator("body"), path).not.toContainText("protected");
    await expect(page.locator("[href*=cdn-cgi], [src*=cdn-cgi]"), path).toHaveCount(0);
  }
  await page.goto("/checkout");
  await expect(
    page.getByRole("button", { name: /^(Confirmar pedido|Pedido con obligación de pago)$/ }),
  ).toBeEnabled();
});

anyConsole("Cloudflare replaces email addresses unless the page opts out", async ({ page }) => {
  await openBehindCloudflare(page, (html) => html.replaceAll(/<!--.?email_off-->/g, ""));
  const blocked = page.waitForEvent("console", (message) => message.type() === "error");
  await page.goto("/contacto");
  expect((await blocked).text()).toContain("Content Security Policy");
  await expect(page.getByRole("link", { name: "[email protected]" })).toHaveCount(2);
  await expect(page.getByText(email)).toHaveCount(0);
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
