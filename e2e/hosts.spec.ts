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
