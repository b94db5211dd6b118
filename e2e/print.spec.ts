import { expect, test } from "./fixtures.ts";

/** What margins of a centimetre leave of a sheet of A4, in px. */
const sheet = { width: 718, height: 1046 };

test("prints each section in one piece, on as few sheets as hold them", async ({ page }) => {
  await page.setViewportSize(sheet);
  for (const [path, sections, sheets] of [
    ["/quienes-somos", 3, 3],
    ["/contacto", 2, 2],
  ] as const) {
    await page.goto(path);
    await page.emulateMedia({ media: "print" });
    const found = await page.locator("main section").evaluateAll((sections) =>
      sections.map((section) => {
        const { breakInside } = getComputedStyle(section);
        return { breakInside, height: section.getBoundingClientRect().height };
      }),
    );
    expect(found, path).toHaveLength(sections);
    for (const { breakInside, height } of found) {
      expect(breakInside, path).toBe("avoid");
      expect(height, path).toBeLessThanOrEqual(sheet.height);
    }
    const margin = "10mm";
    const margins = { top: margin, right: margin, bottom: margin, left: margin };
    const printed = (await page.pdf({ format: "A4", margin: margins })).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g), path).toHaveLength(sheets);
  }
});
