import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** Every page of the shop, by its path; the words are the page's heading. */
export const readingPages = [
  ["/", "Aurelia"],
  ["/quienes-somos", "Un taller de perfumería en Madrid"],
  ["/contacto", "Hablemos"],
  ["/politica-de-privacidad", "Política de privacidad"],
  ["/terminos-de-servicio", "Términos de servicio"],
  ["/politica-de-devolucion", "Política de devolución"],
] as const;

export const pages = [...readingPages, ["/checkout", "Tu pedido"] as const];

/** The paths of all that has a layout: the pages, and the one for what is none. */
export const everyPage = [...pages.map(([path]) => path), "/no-existe"];

/** As Playwright's, and a page that complains in the console fails the test. */
export const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        // Browsers complain of every answer that refuses, also where that is what is tested.
        const expected = /\/no-existe|\/(pedidos|desistimiento)$/.test(message.location().url);
        if (message.type() === "error" && !expected) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** What axe finds against WCAG 2.2 AA and its best practices. */
export async function axeViolations(page: Page) {
  // A colour on its way to another is judged where it arrives.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A form that the shop accepts. */
export async function fillShippingForm(page: Page) {
  await page.getByLabel("Nombre").fill("Lucía");
  await page.getByLabel("Apellidos").fill("Ibáñez");
  await page.getByLabel("Email").fill("lucia@ejemplo.es");
  await page.getByLabel("Teléfono").fill("+34 612345678");
  await page.getByLabel("Dirección").fill("Calle Mayor, 1");
  await page.getByLabel("Ciudad").fill("Madrid");
  await page.getByLabel("Código postal").fill("28013");
}
