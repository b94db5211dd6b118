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

/** Texts that are not rendered in the first font of their `font-family`. */
async function textsInFallbackFonts(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument", { depth: -1 });
  const found: string[] = [];
  for (const { parent, text } of textsIn(root)) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId: text.nodeId });
    if (fonts.length === 0) continue;
    const { computedStyle } = await session.send("CSS.getComputedStyleForNode", {
      nodeId: parent.nodeId,
    });
    const style = (name: string) => computedStyle.find((entry) => entry.name === name)?.value ?? "";
    const wanted = style("font-family").split(",")[0]?.replaceAll('"', "") ?? "";
    // The page embeds only weight 400. The browser would synthesize other weights.
    if (wanted === "Hanken Grotesk" && style("font-weight") !== "400")
      found.push(`«${text.nodeValue}» in weight ${style("font-weight")}`);
    for (const { familyName, isCustomFont } of fonts) {
      if (isCustomFont && familyName.startsWith(wanted)) continue;
      found.push(`«${text.nodeValue || text.nodeName}» in ${familyName} instead of ${wanted}`);
    }
  }
  await session.detach();
  return found;
}

/** A node in the Chrome DevTools Protocol. */
interface Node {
  nodeId: number;
  nodeName: string;
  nodeValue: string;
  children?: Node[];
  pseudoElements?: Node[];
}

/** Each text with its parent element. A pseudo-element counts as both. */
function textsIn(parent: Node): { parent: Node; text: Node }[] {
  const added = (parent.pseudoElements ?? []).map((pseudo) => ({ parent: pseudo, text: pseudo }));
  const within = (parent.children ?? []).flatMap((child) =>
    child.nodeName === "#text" ? [{ parent, text: child }] : textsIn(child),
  );
  return [...added, ...within];
}

for (const path of everyPage) {
  test(`a first visit to ${path} uses the shop's fonts`, async ({ page }) => {
    await page.goto(path);
    // Hydration removes elements from the checkout.
    if (path === "/checkout")
      await expect(page.getByRole("button", { name: "Aumentar cantidad" })).toBeEnabled();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await textsInFallbackFonts(page), `${width} px`).toEqual([]);
    }
  });
}

test("the menu on a phone uses the shop's fonts", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/contacto");
  await page.getByRole("button", { name: "Menú" }).click();
  await expect(page.getByRole("link", { name: "Inicio", exact: true })).toBeVisible();
  expect(await textsInFallbackFonts(page)).toEqual([]);
});

test("every state of the checkout uses the shop's fonts", async ({ page }) => {
  await page.goto("/checkout");
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByText(allWrong)).toBeVisible();
  expect(await textsInFallbackFonts(page)).toEqual([]);
  await fillShippingForm(page);
  await page.getByLabel("Nombre").fill("Françoise Þóra");
  await stopClock(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await passProcessing(page);
  await expectConfirmed(page);
  expect(await textsInFallbackFonts(page)).toEqual([]);
});

for (const width of [360, 768, 1440]) {
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
