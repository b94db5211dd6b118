import type { Page } from "@playwright/test";
import {
  allWrong,
  everyPage,
  expect,
  expectConfirmed,
  fillShippingForm,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

/** The ways in which the page sets text: font and case, with each character set in it. */
function charactersByFont() {
  const found = new Map<string, Set<string>>();
  const add = (text: string, { fontFamily, fontWeight, textTransform }: CSSStyleDeclaration) => {
    const key = [fontFamily, fontWeight, textTransform].join("|");
    found.set(key, new Set([...(found.get(key) ?? []), ...text]));
  };
  const isRead = (parent: Element) => !parent.closest("script, style, noscript, template");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    if (parent && isRead(parent)) add(textContent ?? "", getComputedStyle(parent));
  }
  for (const element of document.body.querySelectorAll<HTMLInputElement>("*")) {
    if (/^(input|select|textarea)$/.test(element.localName))
      add(element.value, getComputedStyle(element));
    for (const place of ["::before", "::after", "::marker"]) {
      const style = getComputedStyle(element, place);
      add(/^"(.*)"/.exec(style.content)?.[1] ?? "", style);
    }
  }
  return Array.from(found, ([key, characters]) => {
    const [family = "", weight = "", transform = ""] = key.split("|");
    const text = Array.from(characters).join("").replace(/\s/g, "");
    return { family, weight, transform, text };
  }).filter(({ text }) => text);
}

/** Characters that are not rendered in the first font of their `font-family`. */
async function fallbackFonts(page: Page) {
  const texts = await page.evaluate(charactersByFont);
  // All characters of a font in one element, because each question to the browser takes time.
  await page.evaluate((texts) => {
    const samples = document.createElement("div");
    samples.id = "samples";
    for (const { family, weight, transform, text } of texts) {
      const sample = document.createElement("p");
      Object.assign(sample.style, {
        fontFamily: family,
        fontWeight: weight,
        textTransform: transform,
      });
      sample.textContent = text;
      samples.append(sample);
    }
    document.body.append(samples);
  }, texts);
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "#samples > p",
  });
  const found: string[] = [];
  for (const [index, { family, weight, text }] of texts.entries()) {
    const nodeId = nodeIds[index] ?? 0;
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const wanted = family.split(",")[0]?.replaceAll('"', "") ?? "";
    // The page embeds only weight 400. The browser would synthesize other weights.
    if (wanted === "Hanken Grotesk" && weight !== "400")
      found.push(`«${text}» in weight ${weight}`);
    for (const { familyName, isCustomFont } of fonts) {
      if (isCustomFont && familyName.startsWith(wanted)) continue;
      found.push(`some of «${text}» in ${familyName} instead of ${wanted}`);
    }
  }
  await session.detach();
  await page.evaluate(() => document.querySelector("#samples")?.remove());
  return found;
}

test("a first visit to any page uses the shop's fonts", async ({ page }) => {
  for (const path of everyPage) {
    await page.goto(path);
    // Hydration removes elements from the checkout.
    if (path === "/checkout")
      await expect(page.getByRole("button", { name: "Aumentar cantidad" })).toBeEnabled();
    expect(await fallbackFonts(page), path).toEqual([]);
  }
});

test("every state of the checkout uses the shop's fonts", async ({ page }) => {
  await page.goto("/checkout");
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByText(allWrong)).toBeVisible();
  expect(await fallbackFonts(page)).toEqual([]);
  await fillShippingForm(page);
  await page.getByLabel("Nombre").fill("Françoise Þóra");
  await stopClock(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await passProcessing(page);
  await expectConfirmed(page);
  expect(await fallbackFonts(page)).toEqual([]);
});

for (const width of [360, 1440]) {
  test(`no layout shift while a page loads at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of everyPage) {
      await page.goto(path);
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as LayoutShift).value;
            }).observe({ type: "layout-shift", buffered: true });
            // The observer receives buffered entries in a later task.
            setTimeout(() => resolve(sum), 100);
          }),
      );
      expect(shift, path).toBe(0);
    }
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}
