import type { Page } from "@playwright/test";
import { engines, expect, test } from "./fixtures.ts";

/** Records the paths of the evening and night pictures that the page requests. */
function laterHours(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/-(evening|night)-/.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

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
const opacities = (page: Page, frame: ".hero" | ".nightfall", part: number, seen: string[]) =>
  page.evaluate(
    async ([frame, part, seen]) => {
      const track = document.querySelector(frame);
      const wall = track?.querySelector(".frame");
      const picture = wall?.querySelector("img");
      if (!track || !wall || !picture) return [];
      scrollTo({ top: 0, behavior: "instant" });
      const header = picture.computedStyleMap().get("inset-block-start") as CSSUnitValue;
      const standing = wall.clientHeight - picture.clientHeight;
      const top = track.getBoundingClientRect().top - header.value + part * standing;
      scrollTo({ top, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return seen.map((selector) => {
        const element = track.querySelector(selector);
        return element && Number(getComputedStyle(element).opacity);
      });
    },
    [frame, part, seen] as const,
  );

const later = "picture + picture img";

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test("shows the evening once the words have scrolled away, and later the night", async ({
      page,
    }) => {
      await page.goto("/");
      const onPicture = width > height ? [".hero-words", ".hero-price"] : [".hero-words"];
      const gone = onPicture.map(() => 0);
      const hero = (part: number) => opacities(page, ".hero", part, [later, ...onPicture]);
      expect(await hero(0)).toEqual([0, ...onPicture.map(() => 1)]);
      expect(await hero(0.35)).toEqual([0, ...gone].map((value) => expect.closeTo(value, 2)));
      expect(await hero(0.2)).toEqual([0, ...onPicture.map(() => expect.closeTo(1, 2))]);
      expect(await hero(0.5)).toEqual([expect.closeTo(0.3, 1), ...gone]);
      expect(await hero(1)).toEqual([1, ...gone]);
      const night = (part: number) => opacities(page, ".nightfall", part, ["img", later]);
      expect(await night(0)).toEqual([1, 0]);
      expect((await night(0.5))[1]).toBeGreaterThan(0.1);
      expect(await night(1)).toEqual([1, 1]);
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
        await opacities(page, ".hero", part, []);
        const [first, evening] = await page
          .locator(".hero img")
          .evaluateAll((pictures) =>
            pictures.map((picture) => JSON.stringify(picture.getBoundingClientRect())),
          );
        expect(evening).toBe(first);
      }
    });

    test("has the same first view with and without scroll-driven animations", async ({ page }) => {
      const boxes = async () =>
        page
          .locator(".hero picture:first-child img, .hero h1, .hero p, .hero a")
          .evaluateAll((parts) =>
            parts.map((part) => {
              const { x, y, width, height } = part.getBoundingClientRect();
              return [x, y, width, height].map((length) => Number(length.toFixed(1)));
            }),
          );
      await page.goto("/");
      const passing = await boxes();
      expect(passing).toHaveLength(5);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await boxes()).toEqual(passing);
    });

    test("shows the buy link when it gets the focus, at every hour", async ({ page }) => {
      await page.goto("/");
      const buy = page.getByRole("link", { name: "Comprar Ahora" });
      for (const part of [0.5, 1, 2]) {
        await opacities(page, ".hero", part, []);
        await buy.focus();
        await expect(buy).toBeInViewport({ ratio: 1 });
        await buy.blur();
      }
    });
  });
}

test(
  "fetches three pictures with scroll-driven animations, and one without",
  engines,
  async ({ page }) => {
    const asked = laterHours(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    const passes = await page.evaluate(() => CSS.supports("animation-timeline: view()"));
    await scrollThrough(page);
    expect(new Set(asked).size).toBe(passes ? 2 : 0);
    await expect(page.locator(".nightfall")).toBeVisible({ visible: passes });
  },
);

test("fetches the later pictures only on scrolling", async ({ page }) => {
  const asked = laterHours(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.evaluate(() => scrollTo({ top: 50, behavior: "instant" }));
  await expect.poll(() => asked).toEqual([expect.stringContaining("evening")]);
});

for (const [reason, emulated, size] of [
  ["motion shall be reduced", { reducedMotion: "reduce" }, [390, 844]],
  ["colours are the reader's", { forcedColors: "active" }, [1440, 900]],
  ["a phone is held sideways", {}, [844, 390]],
  ["the picture would not fill the screen", {}, [1100, 1200]],
] as const) {
  test(
    `one picture, no others requested and no extra height where ${reason}`,
    engines,
    async ({ page }) => {
      const asked = laterHours(page);
      await page.emulateMedia(emulated);
      await page.setViewportSize({ width: size[0], height: size[1] });
      await page.goto("/");
      await scrollThrough(page);
      expect(asked).toEqual([]);
      await expect(page.locator(".nightfall")).toBeHidden();
      const [hero, picture] = await page
        .locator(".hero, .hero-words")
        .evaluateAll(([hero, words]) => [
          hero?.clientHeight ?? 0,
          Number(words && getComputedStyle(words).opacity),
        ]);
      expect(hero).toBeLessThanOrEqual(size[1]);
      expect(picture).toBe(1);
    },
  );
}

test("prints one picture", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".nightfall")).toBeHidden();
  await expect(page.locator(`.hero ${later}`)).toBeHidden();
  await expect(page.locator(".hero-words")).toHaveCSS("opacity", "1");
});
