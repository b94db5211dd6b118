import type { Page } from "@playwright/test";
import { engines, expect, type HomeFrame, scrollFrame, test } from "./fixtures.ts";

/** Records the paths of the pictures of later hours that the page requests. */
function laterHours(page: Page) {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (/hero-\w+-\d{4}-/.test(request.url())) requested.push(new URL(request.url()).pathname);
  });
  return requested;
}

/** Without view timelines home shows one hour only. */
const hasViewTimelines = () => CSS.supports("animation-timeline: view()");

/** Scrolls through the whole page in steps, so that lazy pictures load. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 300) {
    await page.evaluate((top) => {
      scrollTo({ top, behavior: "instant" });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, y);
  }
  await page.waitForLoadState("networkidle");
}

/** Scrolls to a fraction of the distance over which the frame is pinned, and returns each element's opacity. */
async function opacities(page: Page, frame: HomeFrame, part: number, selectors: string[]) {
  await scrollFrame(page, frame, part);
  return page.locator(frame).evaluate(
    (track, selectors) =>
      selectors.map((selector) => {
        const element = track.querySelector(selector);
        return element && Number(getComputedStyle(element).opacity);
      }),
    selectors,
  );
}

/** The pictures of a frame: all after the first hour's, the second and the third. */
const later = "picture + picture img";
const second = "picture:nth-child(2) img";
const third = "picture:nth-child(3) img";

/** The names of the photographs that a picture chooses from, such as `hero-wide-1930`. */
const photographsIn = (page: Page, container: string) =>
  page.locator(`${container} picture`).evaluateAll((pictures) =>
    pictures.map((picture) => {
      const names = picture.innerHTML.match(/(hero-tall|hero-wide)(-\d{4})?(?=-)/g);
      return [...new Set(names)].sort();
    }),
  );

test("each hour has its photograph in both frames", async ({ page }) => {
  await page.goto("/");
  const both = (hour: string) => [`hero-tall${hour}`, `hero-wide${hour}`];
  expect(await photographsIn(page, ".hero")).toEqual(["", "-1745", "-1830"].map(both));
  expect(await photographsIn(page, ".nightfall")).toEqual(["-1930", "-2100"].map(both));
});

async function expectHours(page: Page) {
  for (const [part, hours] of [
    [0, [0, 0]],
    [0.08, [0, 0]],
    [0.25, [0.5, 0]],
    [0.42, [1, 0]],
    [0.59, [1, 0.5]],
    [0.76, [1, 1]],
    [1, [1, 1]],
  ] as const) {
    const close = hours.map((value) => expect.closeTo(value, 1));
    expect(await opacities(page, ".hero", part, [second, third]), `${part}`).toEqual(close);
  }
  for (const [part, night] of [
    [0, 0],
    [0.42, 0],
    [0.6, 0.6],
    [0.72, 1],
    [1, 1],
  ] as const) {
    const [first, later] = await opacities(page, ".nightfall", part, ["img", second]);
    expect([first, later], `${part}`).toEqual([1, expect.closeTo(night, 1)]);
  }
}

/** Expects that the words, price and button of the first view keep their places on its picture, and are opaque. */
async function expectOneGroup(page: Page) {
  const group = () =>
    page.locator(".hero").evaluate((hero) => {
      const { top = Number.NaN } = hero.querySelector("img")?.getBoundingClientRect() ?? {};
      return Array.from(hero.querySelectorAll("h1, p, a"), (part) => {
        let opacity = 1;
        for (let box: Element | null = part; box; box = box.parentElement)
          opacity *= Number(getComputedStyle(box).opacity);
        return [part.textContent, Math.round(part.getBoundingClientRect().top - top), opacity];
      });
    });
  await scrollFrame(page, ".hero", 0);
  const before = await group();
  expect(before).toHaveLength(4);
  // Also after the distance over which they are pinned.
  for (const part of [0.25, 0.5, 0.75, 1, 1.2, 1.5]) {
    await scrollFrame(page, ".hero", part);
    expect(await group(), `${part}`).toEqual(before);
  }
}

async function expectLastHourStays(page: Page) {
  for (const [frame, from, least] of [
    [".hero", 0.76, 90],
    [".nightfall", 0.72, 190],
  ] as const) {
    const at = async (part: number) => {
      await scrollFrame(page, frame, part);
      return page.evaluate(() => scrollY);
    };
    const start = await at(from);
    expect((await at(1)) - start, frame).toBeGreaterThanOrEqual(least);
  }
}

async function expectDarkHeader(page: Page) {
  const dark = async (frame: HomeFrame, part: number) => {
    await scrollFrame(page, frame, part);
    return page
      .getByRole("banner")
      .evaluate((header) => getComputedStyle(header).backgroundColor === "rgb(33, 23, 15)");
  };
  expect(await dark(".hero", 0)).toBe(false);
  expect(await dark(".hero", 1)).toBe(false);
  expect(await dark(".hero", 3)).toBe(false);
  expect(await dark(".nightfall", -0.1)).toBe(false);
  expect(await dark(".nightfall", 0.02)).toBe(true);
  expect(await dark(".nightfall", 1)).toBe(true);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await expect(page.getByRole("banner")).toHaveCSS("background-color", "rgb(33, 23, 15)");
}

async function expectBuyLink(page: Page) {
  const buy = page.getByRole("link", { name: "Comprar Ahora" }).first();
  for (const part of [0, 0.1, 0.5, 1]) {
    await scrollFrame(page, ".hero", part);
    await expect(buy, `${part}`).toHaveCSS("opacity", "1");
    if (await buy.evaluate((link) => link.getBoundingClientRect().top > 64))
      await buy.click({ trial: true });
  }
  await scrollFrame(page, ".hero", 2);
  await buy.focus();
  await expect(buy).toBeInViewport({ ratio: 1 });
  await buy.blur();
}

async function expectSameFirstView(page: Page) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const boxes = () =>
    page.locator(".hero picture:first-child img, .hero :is(h1, p, a)").evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  const animated = await boxes();
  expect(animated).toHaveLength(5);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const near = animated.map((box) => box.map((length) => expect.closeTo(length, 0)));
  expect(await boxes()).toEqual(near);
}

// One screen for each shape of the picture.
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test("the pictures follow the afternoon on scrolling", async ({ page }) => {
      await page.goto("/");
      const claims = {
        "shows each hour in its turn": expectHours,
        "words, price and button stay one group": expectOneGroup,
        "the last hour of the day stays for 90 px of scrolling, and the night for 190":
          expectLastHourStays,
        "the header is light beside the day, and dark from nightfall on": expectDarkHeader,
        "takes clicks on the buy link at every hour while it is on the screen": expectBuyLink,
        "has the same first view with and without scroll-driven animations": expectSameFirstView,
      };
      for (const [claim, expectIt] of Object.entries(claims))
        await test.step(claim, () => expectIt(page));
    });

    test("moves nothing without scrolling", async ({ page }) => {
      await page.goto("/");
      const moved = await page.evaluateHandle(() => {
        const shifts: number[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: "layout-shift", buffered: true });
        return shifts;
      });
      await scrollThrough(page);
      expect(await moved.jsonValue()).toEqual([]);
      for (const part of [0.1, 0.5, 1]) {
        await scrollFrame(page, ".hero", part);
        const boxes = await page
          .locator(".hero img")
          .evaluateAll((pictures) =>
            pictures
              .filter((picture) => picture.checkVisibility())
              .map((picture) => JSON.stringify(picture.getBoundingClientRect())),
          );
        expect(new Set(boxes).size).toBe(1);
      }
    });
  });
}

test(
  "fetches each hour once with scroll-driven animations, and only the first without",
  engines,
  async ({ page }) => {
    const requested = laterHours(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    const isAnimated = await page.evaluate(hasViewTimelines);
    await scrollThrough(page);
    expect(requested).toHaveLength(isAnimated ? 4 : 0);
    expect(new Set(requested).size).toBe(requested.length);
    await expect(page.locator(".nightfall")).toBeVisible({ visible: isAnimated });
  },
);

test("fetches the later pictures only on scrolling, one by one", async ({ page }) => {
  const requested = laterHours(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(requested).toEqual([]);
  for (const [part, hours] of [
    [0.05, ["1745"]],
    [0.2, ["1745", "1830"]],
  ] as const) {
    await scrollFrame(page, ".hero", part);
    await expect.poll(() => requested).toEqual(hours.map((hour) => expect.stringContaining(hour)));
  }
});

/** Cases in which home shows one hour only: the reason, the emulated settings and the window. */
const staticCases = [
  ["motion is reduced", { reducedMotion: "reduce" }, [390, 844]],
  ["colours are forced", { forcedColors: "active" }, [1440, 900]],
  ["a phone is held sideways", {}, [844, 390]],
  ["the picture would not fill the screen", {}, [1100, 1200]],
] as const;

async function expectOnePicture(page: Page, requested: string[], height: number) {
  await page.goto("/");
  await scrollThrough(page);
  expect(requested).toEqual([]);
  await expect(page.locator(".nightfall")).toBeHidden();
  expect(await page.locator(".hero").evaluate((hero) => hero.clientHeight)).toBeLessThanOrEqual(
    height,
  );
}

test("one picture of home, no others requested and no extra height", engines, async ({ page }) => {
  const requested = laterHours(page);
  for (const [reason, emulated, [width, height]] of staticCases) {
    // The page of the last case would request pictures while the settings change.
    await page.goto("about:blank");
    await page.emulateMedia({ reducedMotion: null, forcedColors: null, ...emulated });
    await page.setViewportSize({ width, height });
    await test.step(`where ${reason}`, () => expectOnePicture(page, requested, height));
    // Without view timelines the other reasons do not matter.
    if (!(await page.evaluate(hasViewTimelines))) break;
  }
});

test("prints one picture", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".nightfall")).toBeHidden();
  await expect(page.locator(`.hero ${later}:visible`)).toHaveCount(0);
});
