import type { Locator, Page } from "@playwright/test";
import {
  addStyles,
  cost,
  engines,
  everyPage,
  expect,
  isCard,
  layOutAll,
  pages,
  test,
} from "./fixtures.ts";

/** Pairs of texts whose boxes overlap, and by how much the page is wider than the screen. */
function layoutFaults() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const overflow = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
  const boxes = [...document.querySelectorAll("h1, h2, h3, p, dt, dd, td, th, label, a, button")]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const { visibility, display } = getComputedStyle(element);
      // An inline link may span lines, so its bounding box is meaningless.
      const shown = width > 1 && height > 1 && visibility === "visible" && display !== "inline";
      // The sticky header and purchase bar cover the text that is scrolled beneath them.
      const covering = "header, .purchase-bar";
      return shown && element.textContent?.trim() && !element.closest(covering);
    })
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const crossing = boxes.flatMap(({ element, box }, index) =>
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
  return [...overflow, ...crossing];
}

const legalTexts = ["/politica-de-privacidad", "/terminos-de-servicio", "/politica-de-devolucion"];

const textSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** Expects that all fonts of the page are loaded, and that nothing in it overlaps or runs off the screen. */
async function expectLaidOut(page: Page, path: string, series: typeof everyWidth) {
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return `${width} px`;
  };
  await page.goto(path);
  await layOutAll(page);
  const fonts = await page.evaluate(() =>
    Array.from(document.fonts, ({ family, status }) => `${family.replaceAll('"', "")}: ${status}`),
  );
  expect(fonts.sort()).toEqual(["Cormorant: loaded", "Hanken Grotesk: loaded"]);
  for (const width of series.usual) {
    const label = await at(width);
    expect(await page.evaluate(layoutFaults), label).toEqual([]);
  }
  // From this width on the links need no menu button.
  expect(page.viewportSize()?.width).toBe(768);
  await expect(page.getByRole("button", { name: "Menú" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Quiénes Somos", exact: true })).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const width of series.enlarged) {
    const label = `${await at(width)}, text at 200 %`;
    expect(await page.evaluate(layoutFaults), label).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await addStyles(page, textSpacing);
  const label = `${await at(360)}, with the text spacing of WCAG 1.4.12`;
  expect(await page.evaluate(layoutFaults), label).toEqual([]);
}

// Each width that ends a series begins the next.
const everyWidth = { usual: [320, 360, 1024, 1440, 2560, 768], enlarged: [768, 1440, 2560, 360] };
/** Firefox takes up to half a second for a new width. The widths between depend on our styles alone. */
const fewWidths = { usual: [320, 1440, 768], enlarged: [768, 360] };

for (const [name, paths] of [
  ["pages with pictures", everyPage.filter((path) => !legalTexts.includes(path))],
  ["legal texts", legalTexts],
] as const) {
  test(
    `${name} have their fonts and links, and nothing overlaps or runs off the screen`,
    engines,
    async ({ page, browserName }) => {
      const series = browserName === "chromium" ? everyWidth : fewWidths;
      for (const path of paths) await test.step(path, () => expectLaidOut(page, path, series));
    },
  );
}

/** The elements, found once: in Firefox each search takes as long as all measurements at one width. */
const handles = (...locators: Locator[]) =>
  Promise.all(locators.map((locator) => locator.elementHandle()));
type Handles = Awaited<ReturnType<typeof handles>>;

/** Where each element is, and how much of it is in the viewport, from 0 to 1. */
const places = (page: Page, elements: Handles) =>
  page.evaluate(
    (elements) =>
      Promise.all(
        elements.map(async (element) => {
          const { promise, resolve } = Promise.withResolvers<IntersectionObserverEntry[]>();
          const observer = new IntersectionObserver(resolve);
          observer.observe(element as Element);
          const [entry] = await promise;
          observer.disconnect();
          const { top = Number.NaN, bottom = Number.NaN } = entry?.boundingClientRect ?? {};
          return { top, bottom, inView: entry?.intersectionRatio };
        }),
      ),
    elements,
  );

/** Each text with its left and right edge, in px, and its font size. */
const lines = (page: Page, texts: Handles) =>
  page.evaluate(
    (elements) =>
      elements.map((element) => {
        const words = document.createRange();
        words.selectNodeContents(element as Element);
        const { left, right } = words.getBoundingClientRect();
        const { fontSize } = getComputedStyle(element as Element);
        return { text: `${words}`, left, right, size: Number.parseFloat(fontSize) };
      }),
    texts,
  );

/** Screens, and the columns of the benefits on some of them. */
const screens = [
  { width: 320, height: 568 },
  { width: 320, height: 700, columns: 1 },
  { width: 360, height: 640 },
  { width: 360, height: 740, columns: 2 },
  { width: 390, height: 664, columns: 2 },
  { width: 430, height: 932, columns: 2 },
  { width: 740, height: 360 },
  { width: 768, height: 1024, columns: 3 },
  { width: 1024, height: 1366 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900, columns: 3 },
  { width: 1536, height: 730 },
  { width: 1920, height: 950 },
  { width: 2560, height: 1300, columns: 3 },
];

/** Expects all parts on the screen. In portrait, the price and the button are below the picture. */
async function expectFirstView(page: Page, parts: Handles, label: string) {
  const [picture, sentence, price, button] = await places(page, parts);
  const inView = { inView: 1 };
  expect({ sentence, price, button }, label).toMatchObject({
    sentence: inView,
    price: inView,
    button: inView,
  });
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (width / height >= 4 / 5) return;
  for (const part of [price, button])
    expect(part?.top, label).toBeGreaterThanOrEqual(picture?.bottom ?? Number.NaN);
}

/**
 * Expects six cards in this many columns, each on a ground of its own: a figure in the display face of 40 px
 * or more, a title, and a sentence of 15 px or more. On wide screens all fit on one screen.
 */
async function expectBenefits(page: Page, cards: Locator, columns: number, label: string) {
  const found = await cards.evaluateAll((items) =>
    items.map((item) => {
      const { left, top, bottom } = item.getBoundingClientRect();
      const [figure, title, sentence] = [...item.children]
        .sort((one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y)
        .map((part) => {
          // The figure of a noun is an element of its own.
          const { fontSize, fontFamily } = getComputedStyle(part.querySelector("span") ?? part);
          return { font: fontFamily.split(/[",]+/).join(""), size: Number.parseFloat(fontSize) };
        });
      const ground = getComputedStyle(item).backgroundColor;
      return { left, top, bottom, ground, figure, title, sentence };
    }),
  );
  expect(found, label).toHaveLength(6);
  expect(new Set(found.map(({ left }) => Math.round(left))).size, label).toBe(columns);
  for (const { ground, figure, title, sentence } of found) {
    expect(ground, label).toBe("rgb(244, 237, 225)");
    expect(figure?.font, label).toMatch(/^Cormorant/);
    expect(figure?.size, label).toBeGreaterThanOrEqual(40);
    expect(title?.font, label).toMatch(/^Cormorant/);
    expect(sentence?.size, label).toBeGreaterThanOrEqual(15);
  }
  if (columns < 3) return;
  const last = Math.max(...found.map(({ bottom }) => bottom));
  const { height = 0 } = page.viewportSize() ?? {};
  expect(last - (found[0]?.top ?? Number.NaN), label).toBeLessThan(height - 64);
}

test(
  "the first view has sentence, price and button, and the six benefits are cards",
  engines,
  async ({ page, browserName }) => {
    await page.goto("/");
    const parts = await handles(
      page.getByRole("img").first(),
      page.getByRole("heading", { level: 1 }),
      page.getByText(cost(1), { exact: true }).first(),
      page.getByRole("link", { name: "Comprar Ahora" }).first(),
    );
    const cards = page.getByRole("region", { name: "Lo que prometemos" }).getByRole("listitem");
    // Of each layout one, in the engines where a new size takes half a second.
    const some = screens.filter(({ height }) => [360, 568, 740, 900, 1024].includes(height));
    for (const { width, height, columns } of browserName === "chromium" ? screens : some) {
      await page.setViewportSize({ width, height });
      const label = `${width} × ${height}`;
      await expectFirstView(page, parts, `first view, ${label}`);
      if (columns) await expectBenefits(page, cards, columns, `benefits, ${label}`);
    }
  },
);

for (const [path, cards] of [
  ["/", "[aria-labelledby=benefits] li"],
  ["/contacto", "main li:has(h2)"],
] as const) {
  test(`the cards of ${path} are seen as cards, in forced colours too`, async ({ page }) => {
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const found = await page.locator(cards).all();
      expect(found).toHaveLength(path === "/" ? 6 : 3);
      for (const card of found)
        expect(await isCard(card), `${await card.innerText()}, ${width} px`).toBe(true);
    }
  });
}

test("the benefits' words stay in their cards at 320 px and text at 200 %", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto("/");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const cards = page.getByRole("region", { name: "Lo que prometemos" }).getByRole("listitem");
  const outside = await cards.evaluateAll((items) =>
    items.flatMap((card) => {
      const { left, right } = card.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(card);
      return Array.from(words.getClientRects()).filter(
        (box) => box.left < left || box.right > right,
      );
    }),
  );
  expect(await cards.count()).toBe(6);
  expect(outside).toEqual([]);
});

test("the benefits begin within 1.65 screens from the top", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const card = page.getByRole("listitem").filter({ hasText: "Fragancias Únicas" });
    const top = await card.evaluate((item) => item.getBoundingClientRect().top + scrollY);
    expect(top, `${width} × ${height}`).toBeLessThanOrEqual(1.65 * height);
  }
});

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

/** The margin and some font sizes of wide screens, in px. */
const wideScreens = [
  { width: 1440, margin: 88, name: 82, title: 47, text: 15, menu: 15 },
  { width: 1535, margin: 135.5, name: 87.5, title: 48, text: 15, menu: 15 },
  { width: 1920, margin: 136, name: 109, title: 60, text: 17, menu: 17 },
  { width: 2560, margin: 179, name: 146, title: 72, text: 18.5, menu: 17 },
] as const;

/** Widens the window. @returns the left edge of its content, and its width without the scrollbar */
async function widen(page: Page, { width, margin }: (typeof wideScreens)[number]) {
  await page.setViewportSize({ width, height: 900 });
  const screen = await page.evaluate(() => document.documentElement.clientWidth);
  // The two margins lose the scrollbar's width.
  return { screen, edge: margin - (width - screen) / 2 };
}

test("the four figures are large: two by two on a phone, side by side on a wide screen", async ({
  page,
}) => {
  await page.goto("/quienes-somos");
  for (const [width, columns, least] of [
    [360, 2, 60],
    [768, 2, 128],
    [1440, 4, 128],
    [1920, 4, 128],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const figures = await page.getByRole("definition").evaluateAll((found) =>
      found.map((figure) => {
        const { left } = figure.getBoundingClientRect();
        return { left, size: Number.parseFloat(getComputedStyle(figure).fontSize) };
      }),
    );
    const label = `${width} px`;
    expect(new Set(figures.map(({ left }) => Math.round(left))).size, label).toBe(columns);
    for (const { size } of figures) expect(size, label).toBeGreaterThanOrEqual(least);
  }
});

test("figures and values of the about page are on the same columns", async ({ page }) => {
  await page.goto("/quienes-somos");
  const main = page.getByRole("main");
  const values = main.getByRole("region", { name: "Nuestros valores" }).getByRole("listitem");
  for (const [width, columns] of [
    [768, 2],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = async (found: Locator) =>
      new Set(
        await found.evaluateAll((parts) =>
          parts.map((part) => Math.round(part.getBoundingClientRect().left)),
        ),
      );
    const ofValues = await lefts(values);
    expect(ofValues.size, `${width} px`).toBe(columns);
    expect(await lefts(main.getByRole("definition")), `${width} px`).toEqual(ofValues);
    // The history begins on the second.
    const [history] = await lefts(main.getByText("Fundamos Aurelia"));
    expect([...ofValues][1], `${width} px`).toBe(history);
  }
});

test("contact's cards begin right below its picture, and have its columns", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/contacto");
  const picture = await page.getByRole("img", { name: "La sombra larga" }).boundingBox();
  const card = await page.getByRole("listitem").filter({ hasText: "Teléfono" }).boundingBox();
  const hole = (card?.y ?? Number.NaN) - (picture?.y ?? 0) - (picture?.height ?? 0);
  expect(hole).toBeGreaterThan(0);
  expect(hole).toBeLessThanOrEqual(48);
  expect(card?.x).toBeCloseTo(picture?.x ?? Number.NaN, 0);
});

test("contact's picture is whole", async ({ page }) => {
  await page.goto("/contacto");
  const picture = page.getByRole("img", { name: "La sombra larga del frasco" });
  for (const [width, shown] of [
    [360, 360],
    [768, 768],
    [1440, 930],
    [1920, 1235],
    [2560, 1650],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const box = await picture.boundingBox();
    const right = await page.evaluate(() => document.documentElement.clientWidth);
    const label = `${width} px`;
    expect(Math.abs((box?.width ?? Number.NaN) - shown), label).toBeLessThan(20);
    expect((box?.width ?? 0) / (box?.height ?? 1), label).toBeCloseTo(3 / 2, 2);
    expect((box?.x ?? 0) + (box?.width ?? 0), label).toBeCloseTo(right, 0);
  }
});

test("the 404 page's header is as dark as its picture, and its open menu light", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/no-existe");
  const header = page.getByRole("banner");
  await expect(header).toHaveCSS("background-color", "rgb(33, 23, 15)");
  await expect(header.getByText("Aurelia")).toHaveCSS("color", "rgb(250, 246, 238)");
  await page.getByRole("button", { name: "Menú" }).click();
  await expect(page.getByRole("button", { name: "Cerrar" })).toHaveCSS(
    "color",
    "rgb(250, 246, 238)",
  );
  const menu = page.getByRole("navigation", { name: "Principal" });
  await expect(menu).toHaveCSS("background-color", "rgb(250, 246, 238)");
  await expect(menu.getByRole("link").first()).toHaveCSS("color", "rgb(33, 23, 15)");

  await page.goto("/contacto");
  await expect(header).toHaveCSS("background-color", "rgb(250, 246, 238)");
});

test(
  "header, home and footer keep to the screen's margins",
  engines,
  async ({ page, browserName }) => {
    await page.goto("/");
    const header = page.getByRole("banner");
    const footer = page.getByRole("contentinfo");
    const atTheEdge = await handles(
      header.getByText("Aurelia"),
      page.getByRole("heading", { level: 1 }),
      page.getByText(cost(1), { exact: true }).first(),
      page.getByRole("heading", { name: "Lo que prometemos" }),
      page.getByRole("heading", { name: "Pesar, mezclar, esperar" }),
      page.getByRole("heading", { name: "Vidrio y oro" }),
      page.getByRole("heading", { name: "El frasco, al sol" }),
      footer.getByText("Aurelia", { exact: true }),
      footer.getByText("© 2025"),
    );
    const ofEachSize = await handles(
      page.getByRole("heading", { level: 1 }),
      page.getByRole("heading", { name: "Vidrio y oro" }),
      page.getByText("Lo que dura sobre la piel."),
      header.getByRole("link").last(),
    );
    for (const wide of browserName === "chromium" ? wideScreens : wideScreens.slice(0, 2)) {
      const { screen, edge } = await widen(page, wide);
      const label = `${wide.width} px`;
      for (const { text, left } of await lines(page, atTheEdge)) {
        expect(Math.abs(left - edge), `«${text}», ${label}`).toBeLessThan(2);
      }
      const sized = await lines(page, ofEachSize);
      expect(Math.abs(screen - (sized.at(-1)?.right ?? Number.NaN) - edge), label).toBeLessThan(2);
      expect(
        sized.map(({ size }) => size),
        label,
      ).toEqual(
        [wide.name, wide.title, wide.text, wide.menu].map((size) => expect.closeTo(size, 0)),
      );
    }
  },
);

test("the other pages begin at the same margin", async ({ page }) => {
  for (const [path] of pages.slice(1)) {
    await page.goto(path);
    const title = await handles(page.getByRole("heading", { level: 1 }));
    for (const wide of wideScreens) {
      const { edge } = await widen(page, wide);
      const [found] = await lines(page, title);
      const left = found?.left ?? Number.NaN;
      expect(Math.abs(left - edge), `${path}, ${wide.width} px`).toBeLessThan(4);
    }
  }
});

test("the words and the button of the first view grow with a wide screen", async ({ page }) => {
  await page.goto("/");
  const parts = await handles(
    page.getByRole("heading", { level: 1 }),
    page.getByText(cost(1), { exact: true }).first(),
    page.getByRole("link", { name: "Comprar Ahora" }).first(),
  );
  const fontSizes = async (width: number) => {
    await page.setViewportSize({ width, height: Math.round(width * 0.6) });
    return (await lines(page, parts)).map(({ size }) => size);
  };
  const usual = await fontSizes(1440);
  const grown = await fontSizes(2560);
  for (const [index, size] of grown.entries()) {
    expect(size / (usual[index] ?? Number.NaN)).toBeGreaterThan(1.7);
  }
});

/** Expects that the buy link is in reach from below the first view to the end of the page, and covers no end of it. */
async function expectInReach(page: Page, buy: Locator) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(buy).not.toBeInViewport();
  for (const name of ["Larga Duración", "Pesar, mezclar, esperar", "Vidrio y oro"]) {
    await page.getByRole("heading", { name }).evaluate((title) => title.scrollIntoView());
    await expect(buy).toBeInViewport({ ratio: 1 });
  }
  const last = page.getByRole("contentinfo").getByText("Todos los derechos reservados.");
  // Firefox lays the deferred sections out while it scrolls to them, and the page then ends lower.
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const { y = Number.NaN, height = 0 } = (await last.boundingBox()) ?? {};
    const bar = await buy.locator("..").boundingBox();
    expect(y + height).toBeLessThanOrEqual(bar?.y ?? Number.NaN);
  }).toPass();
  await expect(buy).toBeInViewport({ ratio: 1 });
}

/** Moves the focus to links below the buy link's bar, and expects them above it. */
async function expectFocusInView(page: Page, buy: Locator) {
  const bar = buy.locator("..");
  for (const name of ["Nuestra historia", "Cómo devolverlo", "Política de devolución"]) {
    const link = page.getByRole("link", { name });
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
}

test(
  "the buy link stays in reach, and covers neither footer nor focus",
  engines,
  async ({ page }) => {
    await page.goto("/");
    const buy = page.getByRole("link", { name: "Comprar Ahora" }).last();
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await test.step(`at ${width} × ${height}`, () => expectInReach(page, buy));
    }
    await test.step("does not cover the focused element on a phone", () =>
      expectFocusInView(page, buy));
    await test.step("is not sticky if it would take a third of the height", async () => {
      await page.setViewportSize({ width: 740, height: 360 });
      await page.getByRole("heading", { name: "Vidrio y oro" }).evaluate((title) => {
        title.scrollIntoView();
      });
      await expect(buy).not.toBeInViewport();
    });
  },
);

test("hints, errors and the words beside a price have 15 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/checkout");
  await expect(page.getByText("Calle, número y piso.")).toHaveCSS("font-size", "15px");
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  const error = page.getByText("La dirección debe tener al menos 5 caracteres");
  await expect(error).toHaveCSS("font-size", "15px");
  await page.goto("/");
  const captions = page.getByText("IVA incluido").filter({ visible: true });
  await expect(captions).toHaveCount(2);
  // In the first view and in the sticky bar. On smaller screens they would take a line more.
  for (const [width, height, ...sizes] of [
    [390, 844, "15px", "15px"],
    [390, 664, "13px", "15px"],
    [360, 740, "13px", "13px"],
    [768, 1024, "15px", "15px"],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [index, size] of sizes.entries())
      await expect(captions.nth(index), `${width} × ${height}`).toHaveCSS("font-size", size);
  }
});

test("every target is at least 44 px high, except links within a sentence", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of everyPage) {
    await page.goto(path);
    await layOutAll(page);
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
