import { createHash } from "node:crypto";
import { test as anyConsole, test as withoutPage } from "@playwright/test";
import { everyPage, expect, readingPages, test } from "./fixtures.ts";

const policyOf = async (
  request: { get(path: string): Promise<{ headers(): Record<string, string> }> },
  path: string,
) => (await request.get(path)).headers()["content-security-policy"] ?? "";

for (const [path] of readingPages) {
  withoutPage(`${path} may run only its inline scripts`, async ({ request }) => {
    expect(await policyOf(request, path)).toMatch(
      /script-src 'sha256-[\w+/=]+'( 'sha256-[\w+/=]+'){0,2};/,
    );
  });
}

withoutPage("/checkout may run only the shop's scripts", async ({ request }) => {
  expect(await policyOf(request, "/checkout")).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/);
});

withoutPage("every page has all security headers", async ({ request }) => {
  for (const path of everyPage) {
    const response = await request.get(path);
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    for (const rule of [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src data:",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy, path).toContain(rule);
    }
    const inline = /<(script|style)>(.*?)<\/\1>/gs;
    for (const [, , text = ""] of (await response.text()).matchAll(inline)) {
      const hash = createHash("sha256").update(text).digest("base64");
      expect(policy, `${path}: ${text}`).toContain(`'sha256-${hash}'`);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
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

// All other tests fail on console errors, so they also detect policy violations. This test proves that a
// violation logs an error, so it must allow console errors.
anyConsole("an injected script does not run, and is reported", async ({ page }) => {
  for (const path of ["/", "/checkout"]) {
    await page.goto(path);
    const complaint = page.waitForEvent("console", (message) => message.type() === "error");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'injected'";
      document.body.append(script);
    });
    expect((await complaint).text()).toContain("Content Security Policy");
    expect(await page.title()).not.toBe("injected");
  }
});
