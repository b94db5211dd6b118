import type { Page } from "@playwright/test";
import { allWrong, expect, nameOfFocused, test } from "./fixtures.ts";
import { boxesOf, contrasting, pixels, widthOfChange } from "./pixels.ts";

const openMenu = (page: Page) => page.getByRole("button", { name: "Menú" }).click();

async function refuseEmptyForm(page: Page) {
  await page.getByRole("button", { name: "Confirmar pedido" }).press("Enter");
  await expect(page.getByText(allWrong)).toBeVisible();
  await page.getByRole("main").focus();
}

/** The views to tab through: name, page, width, last control, and preparation. */
const someViews = [
  ["home", "/", 1440, "Nuestra historia"],
  ["the menu", "/contacto", 390, "Contacto", openMenu],
  ["the refused form", "/checkout", 390, "Confirmar pedido", refuseEmptyForm],
] as const;
/** Those whose colours alone differ, so that they are the same in forced colours. */
const moreViews = [
  ["the 404 page", "/no-existe", 1440, "Política de devolución"],
  ["the checkout", "/checkout", 1440, "Confirmar pedido"],
] as const;

for (const [look, forcedColors, views] of [
  ["as designed", "none", [...someViews, ...moreViews]],
  ["in forced colours", "active", someViews],
] as const) {
  test.describe(look, () => {
    test.use({ contextOptions: { reducedMotion: "reduce", forcedColors } });

    for (const [name, path, width, end, prepare] of views) {
      test(`the focus is visible: ${name}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.locator("button[type=submit]:disabled")).toHaveCount(0);
        await prepare?.(page);
        const focused = page.locator(":focus");
        for (let name = ""; name !== end; ) {
          await page.keyboard.press("Tab");
          name = await page.evaluate(nameOfFocused);
          const control = await focused.elementHandle();
          const change = await widthOfChange(focused, () => focused.blur());
          await control?.evaluate((control) =>
            (control as HTMLElement).focus({ preventScroll: true }),
          );
          expect.soft(change, name).toBeGreaterThan(0.9);
        }
      });
    }

    test("the mark of the current page's link is visible", async ({ page }) => {
      for (const [path, label] of [
        ["/", "Inicio"],
        ["/quienes-somos", "Quiénes Somos"],
        ["/contacto", "Contacto"],
      ] as const) {
        const link = page.getByRole("banner").getByRole("link", { name: label, exact: true });
        const unmark = () => link.evaluate((element) => element.removeAttribute("aria-current"));
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(path);
        const line = await widthOfChange(link.locator("span"), unmark, 1);
        expect(line, `${path} at 1440 px`).toBeGreaterThan(0.9);
        await page.setViewportSize({ width: 390, height: 900 });
        await page.goto(path);
        await openMenu(page);
        const border = await widthOfChange(link, unmark, 1);
        expect(border, `${path} at 390 px`).toBeGreaterThan(0.9);
      }
    });

    test("fields have an edge, and the choice of country an arrow", async ({ page }) => {
      await page.goto("/checkout");
      for (const field of await page.locator("form :is(input, select)").all()) {
        await field.scrollIntoViewIfNeeded();
        for (const { x, y, width, height } of await boxesOf(field)) {
          const edge = await pixels(page, { x, y: y + height - 1, width, height: 1 });
          const below = await pixels(page, { x, y: y + height + 1, width, height: 1 });
          expect(contrasting(edge, below, width, 3)).toEqual(Array(width).fill(1));
        }
      }
      for (const { x, y, width, height } of await boxesOf(page.getByLabel("País"))) {
        const part = { y: y + 4, width: 34, height: height - 8 };
        const end = await pixels(page, { ...part, x: x + width - 36 });
        const empty = await pixels(page, { ...part, x: x + width - 76 });
        const arrow = contrasting(end, empty, part.width, 3).filter((drawn) => drawn >= 2);
        expect(arrow.length).toBeGreaterThan(5);
      }
    });
  });
}
