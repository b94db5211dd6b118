import type { Locator, Page } from "@playwright/test";
import {
  cost,
  engines,
  everyPage,
  expect,
  expectConfirmed,
  fillShippingForm,
  pages,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Overlapping texts: pairs of text boxes that intersect. */
function crossingTexts() {
  const boxes = [...document.querySelectorAll("h1, h2, h3, p, dt, dd, td, th, label, a, button")]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const { visibility, display } = getComputedStyle(element);
      // An inline link may span lines, so its bounding box is meaningless.
      const shown = width > 1 && height > 1 && visibility === "visible" && display !== "inline";
      // With very large letters the opaque, sticky price and button cover the line in the picture.
      const covering = "header, .purchase-line, .hour";
      return shown && element.textContent?.trim() && !element.closest(covering);
    })
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  return boxes.flatMap(({ element, box }, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          !element.contains(other.element) &&
          !other.element.contains(element) &&
          Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 &&
          Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2,
      )
      .map((other) => `«${element.textContent}» and «${other.element.textContent}»`),
  );
}

function addTextSpacing() {
  document.documentElement.style.removeProperty("font-size");
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
  );
  document.adoptedStyleSheets.push(spacing);
}

for (const path of everyPage) {
  test(`nothing overlaps or runs off the screen on ${path}`, engines, async ({ page }) => {
    const at = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return `${width} px`;
    };
    await page.goto(path);
    for (const width of [320, 360, 768, 1024, 1440, 2560]) {
      const label = await at(width);
      expect(await overflow(page), label).toBe(0);
    }
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    for (const width of [360, 768, 1440, 2560]) {
      const label = `${await at(width)}, text at 200 %`;
      expect(await overflow(page), label).toBe(0);
      expect(await page.evaluate(crossingTexts), label).toEqual([]);
    }
    await page.evaluate(addTextSpacing);
    const label = `${await at(360)}, with the text spacing of WCAG 1.4.12`;
    expect(await overflow(page), label).toBe(0);
    expect(await page.evaluate(crossingTexts), label).toEqual([]);
  });
}

test(
  "the first view has name, sentence, price and button on any screen",
  engines,
  async ({ page }) => {
    await page.goto("/");
    const button = page.getByRole("link", { name: "Comprar Ahora" });
    const price = page.getByText(`${cost(1)} · IVA incluido`);
    const name = page.getByRole("heading", { level: 1 });
    const sentence = page.getByText("La luz de la tarde en Madrid, hecha perfume.");
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [430, 932],
      [740, 360],
      [768, 1024],
      [1024, 1366],
      [1366, 768],
      [1440, 900],
      [1536, 730],
      [1920, 950],
      [2560, 1300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const label = `${width} × ${height}`;
      for (const part of [name, sentence, price, button])
        await expect(part, label).toBeInViewport({ ratio: 1 });
      if (width / height >= 4 / 5) continue;

      // In portrait, the price and the button are below the picture.
      const picture = await page.getByRole("img").first().boundingBox();
      const end = (picture?.y ?? Number.NaN) + (picture?.height ?? Number.NaN);
      for (const part of [price, button])
        expect((await part.boundingBox())?.y, label).toBeGreaterThanOrEqual(end);
    }
  },
);

test(
  "the six benefits fit one screen, two by three on a phone and three by two beyond",
  engines,
  async ({ page }) => {
    await page.goto("/");
    const cards = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 3 }) });
    for (const [width, height, columns] of [
      [320, 700, 2],
      [360, 740, 2],
      [390, 664, 2],
      [430, 932, 2],
      [768, 1024, 3],
      [1440, 900, 3],
      [2560, 1300, 3],
    ] as const) {
      await page.setViewportSize({ width, height });
      const label = `${width} × ${height}`;
      const boxes = await cards.evaluateAll((items) =>
        items.map((item) => {
          const { left, top, bottom } = item.getBoundingClientRect();
          return { left, top, bottom };
        }),
      );
      expect(boxes, label).toHaveLength(6);
      expect(new Set(boxes.map(({ left }) => Math.round(left))).size, label).toBe(columns);
      // Between the header and the sticky price of a phone.
      const room = height - 64 - (width < 768 ? 91 : 0);
      const last = Math.max(...boxes.map(({ bottom }) => bottom));
      expect(last - (boxes[0]?.top ?? Number.NaN), label).toBeLessThan(room);
    }
  },
);

test("on a phone each picture of a section comes before its words", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  for (const name of ["Pesar, mezclar, esperar", "Vidrio y oro", "Quédate con la tarde"]) {
    const section = page.getByRole("region", { name });
    const picture = await section.getByRole("img").boundingBox();
    const title = await section.getByRole("heading").boundingBox();
    expect(title?.y, name).toBeGreaterThanOrEqual(
      (picture?.y ?? Number.NaN) + (picture?.height ?? 0),
    );
  }
});

/** The left and right edge of a text, in px, and the height of its letters. */
const line = (text: Locator) =>
  text.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    const { left, right } = words.getBoundingClientRect();
    return { left, right, letters: Number.parseFloat(getComputedStyle(element).fontSize) };
  });

/** The margin and some font sizes of wide screens, in px. */
const wideScreens = [
  { width: 1440, margin: 88, name: 159, title: 47, text: 15, menu: 15 },
  { width: 1535, margin: 135.5, name: 167, title: 48, text: 15, menu: 15 },
  { width: 1920, margin: 136, name: 209, title: 60, text: 17, menu: 17 },
  { width: 2560, margin: 179, name: 279, title: 72, text: 18.5, menu: 17 },
] as const;

/** Widens the window. @returns where its content begins, and its width without the scrollbar */
async function widen(page: Page, { width, margin }: (typeof wideScreens)[number]) {
  await page.setViewportSize({ width, height: 900 });
  const screen = await page.evaluate(() => document.documentElement.clientWidth);
  // The two margins lose the scrollbar's width.
  return { screen, edge: margin - (width - screen) / 2 };
}

test("header, home and footer keep to the screen's margins", engines, async ({ page }) => {
  await page.goto("/");
  for (const wide of wideScreens) {
    const { screen, edge } = await widen(page, wide);
    const label = `${wide.width} px`;
    const header = page.getByRole("banner");
    const footer = page.getByRole("contentinfo");
    for (const text of [
      header.getByText("Aurelia"),
      page.getByText("La luz de la tarde en Madrid, hecha perfume."),
      page.getByText(`${cost(1)} · IVA incluido`).first(),
      page.getByRole("heading", { name: "La casa, en cifras" }),
      page.getByRole("heading", { name: "Pesar, mezclar, esperar" }),
      page.getByRole("heading", { name: "Vidrio y oro" }),
      page.getByRole("heading", { name: "A qué huele" }),
      page.getByRole("heading", { name: "El frasco, al sol" }),
      footer.getByText("Aurelia", { exact: true }),
      footer.getByText("© 2025"),
    ]) {
      expect(Math.abs((await line(text)).left - edge), label).toBeLessThan(2);
    }
    const last = header.getByRole("link").last();
    expect(Math.abs(screen - (await line(last)).right - edge), label).toBeLessThan(2);
    for (const [words, letters] of [
      [page.getByRole("heading", { level: 1 }), wide.name],
      [page.getByRole("heading", { name: "Vidrio y oro" }), wide.title],
      [page.getByText("Hasta 12 horas sobre la piel."), wide.text],
      [last, wide.menu],
    ] as const) {
      expect((await line(words)).letters, label).toBeCloseTo(letters, 0);
    }
  }
});

test("the other pages begin at the same margin", async ({ page }) => {
  for (const [path] of pages.slice(1)) {
    await page.goto(path);
    for (const wide of wideScreens) {
      const { edge } = await widen(page, wide);
      const { left } = await line(page.getByRole("heading", { level: 1 }));
      expect(Math.abs(left - edge), `${path}, ${wide.width} px`).toBeLessThan(4);
    }
  }
});

test("the words and the button of the first view grow with a wide screen", async ({ page }) => {
  await page.goto("/");
  const letters = async (width: number) => {
    await page.setViewportSize({ width, height: Math.round(width * 0.6) });
    const parts = [
      page.getByText("La luz de la tarde en Madrid, hecha perfume."),
      page.getByText(`${cost(1)} · IVA incluido`).first(),
      page.getByRole("link", { name: "Comprar Ahora" }),
    ];
    return Promise.all(parts.map(async (part) => (await line(part)).letters));
  };
  const usual = await letters(1440);
  const grown = await letters(2560);
  for (const [index, size] of grown.entries()) {
    expect(size / (usual[index] ?? Number.NaN)).toBeGreaterThan(1.7);
  }
});

test("keeps the buy link in reach below the first view", engines, async ({ page }) => {
  const buy = page.getByRole("link", { name: "Comprar un frasco" });
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expect(buy).not.toBeInViewport();
    for (const name of ["Larga Duración", "Pesar, mezclar, esperar", "Vidrio y oro"]) {
      await page.getByRole("heading", { name }).evaluate((title) => title.scrollIntoView());
      await expect(buy).toBeInViewport({ ratio: 1 });
    }
    // It must not cover the footer.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await buy.boundingBox();
    const footer = await page.getByRole("contentinfo").boundingBox();
    expect((end?.y ?? Number.NaN) + (end?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  }
  // It is not sticky if it would take a third of the height.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.getByRole("heading", { name: "Vidrio y oro" }).evaluate((title) => {
    title.scrollIntoView();
  });
  await expect(buy).not.toBeInViewport();
});

test("the buy link does not cover the focused element", engines, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  const bar = page.getByRole("link", { name: "Comprar un frasco" }).locator("..");
  for (const name of ["Nuestra historia", "hola@aurelia.example", "Cómo devolverlo"]) {
    const link = page.getByRole("main").getByRole("link", { name });
    await link.evaluate((element) => {
      const { bottom } = element.getBoundingClientRect();
      scrollTo({ top: scrollY + bottom - innerHeight + 20 });
    });
    const bottom = async () => {
      const box = await link.boundingBox();
      return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
    };
    const edge = async () => (await bar.boundingBox())?.y ?? Number.NaN;
    expect(await bottom(), name).toBeGreaterThan(await edge());
    await link.focus();
    await expect.poll(async () => (await bottom()) <= (await edge()), name).toBe(true);
  }
});

test("every target is at least 44 px high, except links within a sentence", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of everyPage) {
    await page.goto(path);
    const small = await page
      .locator("a, button, input:not([type=hidden]), select")
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility() && !target.closest("p, .skip-link, dd"))
          .filter((target) => !target.matches(".skip-link"))
          .map((target) => {
            const row = target.closest("li") ?? target;
            return [target.textContent, Math.round(row.getBoundingClientRect().height)] as const;
          })
          .filter(([, height]) => height < 44),
      );
    expect(small, path).toEqual([]);
  }
});

test("the notice never covers the focused control", engines, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await stopClock(page);
  await page.goto("/checkout");
  await fillShippingForm(page);
  const button = page.getByRole("button", { name: "Confirmar pedido" });
  await button.click();
  await passProcessing(page);
  await expectConfirmed(page);
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport({ ratio: 1 });
  const notice = await page.getByRole("region", { name: "Avisos" }).boundingBox();
  const box = await button.boundingBox();
  expect(notice?.y).toBeGreaterThan((box?.y ?? Number.NaN) + (box?.height ?? 0));
});
