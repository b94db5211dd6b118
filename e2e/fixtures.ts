import { test as base, expect, type Locator, type Page } from "@playwright/test";
import axeCore from "axe-core";
import sharp from "sharp";
import { facts } from "../app/shop/facts.ts";
import { completeForm } from "../app/shop/testing/complete-order.ts";
import { pixels } from "./pixels.ts";

export { expect };

/**
 * Tests that depend on the engine (layout, keys, focus, event timing) run in every engine. Tests of our own
 * logic run in Chromium only.
 */
export const engines = { tag: "@engines" };

/** Tests that depend on the server run against nginx too. */
export const servers = { tag: "@servers" };

/** The total for this many bottles, as pages show it. For tests that are not about the price. */
export const cost = (bottles: number) =>
  `${((facts.price * bottles) / 100).toFixed(2).replace(".", ",")}\u00a0€`;

/** Every page in the order of app/routes.ts: its path, its heading, and its size limit (budgets.spec.ts). */
export const pages = [
  ["/", "La luz de la tarde en Madrid, hecha perfume.", 20_600],
  ["/checkout", "Tu pedido", 21_400],
  ["/quienes-somos", "Un taller de perfumería en Madrid", 15_700],
  ["/contacto", "Escríbenos o llámanos", 16_100],
  ["/politica-de-privacidad", "Política de privacidad", 18_900],
  ["/terminos-de-servicio", "Términos de servicio", 19_700],
  ["/politica-de-devolucion", "Política de devolución", 16_900],
] as const;

/** The paths of all pages, and one that does not exist. */
export const everyPage = [...pages.map(([path]) => path), "/no-existe"];

/**
 * Logs an error if React inserts, removes or changes a text that is not its element's only content.
 * Translators wrap every text in a new element. React would then change a detached text node, or fail to
 * find it and unmount the form.
 */
function watchTexts() {
  function complain(parent: Node | null) {
    if (parent instanceof Element && parent.closest("#order"))
      console.error(`A text that changes needs an element of its own: ${parent.outerHTML}`);
  }
  for (const name of ["appendChild", "insertBefore", "removeChild"] as const) {
    const method: (this: Node, node: Node, before: Node | null) => Node = Node.prototype[name];
    Object.assign(Node.prototype, {
      [name](this: Node, node: Node, before: Node | null) {
        if (node instanceof Text || before instanceof Text) complain(this);
        return method.call(this, node, before);
      },
    });
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Node, text: string) {
      if (this.parentNode?.childNodes.length !== 1) complain(this.parentNode);
      nodeValue?.set?.call(this, text);
    },
  });
}

/** Playwright's `test`, which also fails if the page logs or throws an error. */
export const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        // Browsers log every error response, even an expected one.
        const expected = /\/no-existe|\/(pedidos|desistimiento)$/.test(message.location().url);
        if (message.type() === "error" && !expected) complaints.push(message.text());
      });
      page.on("pageerror", ({ message }) => {
        // Chromium skips its transition to a page that was painted first. No script of ours starts one.
        if (!message.startsWith("Transition was aborted")) complaints.push(message);
      });
      await page.addInitScript(watchTexts);
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Adds styles to the page, which its security policy allows. */
export const addStyles = (page: Page, styles: string) =>
  page.evaluate((styles) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
  }, styles);

/** Lays out the deferred sections (app/ui/deferred.css), so that they can be measured. */
export const layOutAll = (page: Page) =>
  addStyles(page, ".deferred { content-visibility: visible }");

/** The home page's sections whose picture is pinned while its hours change. */
export type HomeFrame = ".hero" | ".nightfall";

/** Scrolls the home page to a fraction of the distance over which the frame is pinned. */
export const scrollFrame = (page: Page, frame: HomeFrame, part: number) =>
  page.locator(frame).evaluate(async (track, part) => {
    const pinned = track.querySelector(".hero-view, .nightfall img");
    const area = pinned?.closest(".hero, .frame");
    if (!pinned || !area) throw new Error("Nothing is pinned here.");
    scrollTo({ top: 0, behavior: "instant" });
    const header = pinned.computedStyleMap().get("inset-block-start") as CSSUnitValue;
    const pinnedDistance = area.clientHeight - pinned.clientHeight;
    const top = track.getBoundingClientRect().top - header.value + part * pinnedDistance;
    scrollTo({ top, behavior: "instant" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, part);

/**
 * Expects that these phone screenshots, side by side, match the README's picture `docs/<name>`. To update the picture,
 * run the test with `--update-snapshots`.
 * @param maxDifference the share of pixels that may differ
 */
export async function expectInReadme(name: string, screenshots: Buffer[], maxDifference: number) {
  const picture = await sharp(screenshots, {
    join: { across: screenshots.length, shim: 16, background: "#fff" },
  })
    .resize(1540)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
  expect(picture).toMatchSnapshot(name, { maxDiffPixelRatio: maxDifference });
}

/** The number of pixels in which a channel differs by more than a fifth of its range. */
async function changedPixels(...pictures: [Buffer, Buffer]): Promise<number> {
  const [before, after] = await Promise.all(
    pictures.map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  const differs = (channel: number) =>
    !(Math.abs((before?.[channel] ?? Number.NaN) - (after?.[channel] ?? Number.NaN)) <= 51);
  let changed = 0;
  for (let at = 0; at < (before?.length ?? 0); at += 3)
    if (differs(at) || differs(at + 1) || differs(at + 2)) changed++;
  return changed;
}

/** Whether the picture changes, along each side of this element, within 4 px from it. */
async function isOutlined(element: Locator): Promise<boolean> {
  await element.evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await element.boundingBox();
  if (!box) return false;
  const [left, top] = [Math.round(box.x) - 4, Math.round(box.y) - 4];
  const [width, height] = [Math.round(box.width) + 8, Math.round(box.height) + 8];
  const picture = await pixels(element.page(), { x: left, y: top, width, height });
  const differ = (one: number, other: number) =>
    [0, 1, 2].some(
      (channel) =>
        Math.abs((picture[3 * one + channel] ?? 0) - (picture[3 * other + channel] ?? 0)) > 5,
    );
  /** Whether eight pixels from here on, each `step` further, are not all alike. */
  const changes = (from: number, step: number) =>
    Array.from({ length: 7 }, (_, at) => from + at * step).some((at) => differ(at, at + step));
  const columns = Array.from({ length: width - 16 }, (_, at) => at + 8);
  const rows = Array.from({ length: height - 16 }, (_, at) => at + 8);
  return (
    columns.every((x) => changes(x, width) && changes((height - 8) * width + x, width)) &&
    rows.every((y) => changes(y * width, 1) && changes((y + 1) * width - 8, 1))
  );
}

/** Whether one sees a card: by its ground or by an edge, and by an edge in forced colours, which remove grounds. */
export async function isCard(element: Locator): Promise<boolean> {
  const seen: boolean[] = [];
  for (const forcedColors of ["active", "none"] as const) {
    await element.page().emulateMedia({ forcedColors });
    seen.push(await isOutlined(element));
  }
  return !seen.includes(false);
}

/** Expects that Chromium's automatic dark theme changes nothing on these pages. */
export async function expectUndarkened(page: Page, paths: readonly string[]) {
  // A browser that darkens pages also prefers dark ones.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const [width, step] = [400, 1600];
  await page.setViewportSize({ width, height: step });
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await page.goto(path);
    await layOutAll(page);
    const height = await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      const shown = [...document.images].filter((image) => image.checkVisibility());
      await Promise.all(shown.map((image) => image.decode()));
      return document.documentElement.scrollHeight;
    });
    for (let top = 0; top < height; top += step) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
      const light = await page.screenshot();
      await session.send("Emulation.setAutoDarkModeOverride", { enabled: true });
      const dark = await page.screenshot();
      await session.send("Emulation.setAutoDarkModeOverride", { enabled: false });
      // Text may be drawn again a fraction of a pixel away.
      const most = (width * step) / 100;
      expect(await changedPixels(light, dark), `${path} from ${top} px on`).toBeLessThan(most);
    }
  }
}

/** The lowest windows in which the order summary is sticky, and others. */
const highScreens = [
  [1279, 784],
  [1535, 784],
  [1440, 928],
  [390, 844],
  [768, 1024],
  [1920, 1080],
] as const;

/**
 * Sticky elements that can move and don't fit on the screen. Home's pinned frame has nothing that must be reached, and
 * its first view only ends in a picture there (layout.spec.ts).
 */
function tooTall() {
  const inset = (value: string) => Number.parseFloat(value) || 0;
  return [...document.querySelectorAll<HTMLElement>("body *:not(.frame *, .hero-view)")]
    .filter((element) => {
      const { position, insetBlockStart, insetBlockEnd } = getComputedStyle(element);
      if (position !== "sticky" || !element.checkVisibility()) return false;
      let parent = element.parentElement as HTMLElement;
      while (getComputedStyle(parent).display === "contents")
        parent = parent.parentElement as HTMLElement;
      const canMove = parent.clientHeight - element.offsetHeight > 1;
      const needed = element.offsetHeight + inset(insetBlockStart) + inset(insetBlockEnd);
      return canMove && needed > innerHeight;
    })
    .map((element) => `${element.className}: ${element.offsetHeight} px`);
}

/** Expects that nothing sticky on these pages is taller than the screen. */
export async function expectNothingStickyTooTall(page: Page, paths: readonly string[]) {
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await page.goto(path);
    for (const [width, height] of [...lowScreens, ...highScreens]) {
      for (const standard of [16, 32]) {
        await page.setViewportSize({ width, height });
        await session.send("Page.setFontSizes", { fontSizes: { standard } });
        const label = `${path} at ${width} × ${height}, text of ${standard} px`;
        expect.soft(await page.evaluate(tooTall), label).toEqual([]);
      }
    }
  }
}

/** axe in the page, after its source has been evaluated there. */
declare const axe: typeof axeCore;
const axeOptions: axeCore.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  selectors: false,
};

/** axe's violations of WCAG 2.2 AA and its best practices. */
export async function axeViolations(page: Page) {
  // Wait for colour transitions to end. Their promises would reject if another transition replaces them.
  const transitions = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            (animation) => animation instanceof CSSTransition && animation.playState === "running",
          ).length,
    );
  await expect.poll(transitions, "running transitions").toBe(0);
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axeCore.source);
    await layOutAll(page);
  }
  return page.evaluate(async (options) => {
    const { violations } = await axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, axeOptions);
}

/** The form's error messages, under its fields and above its button. */
const errorMessages = (page: Page) => page.locator("form .message, form [role=alert] > *");

async function expectNoErrorMessages(page: Page) {
  expect(await errorMessages(page).allTextContents(), "the form's error messages").toEqual([]);
}

/** Waits for the order's confirmation, or fails at once with the form's error messages. */
export async function expectConfirmed(page: Page) {
  const confirmation = page.getByText("¡Pedido Confirmado!");
  await expect(confirmation.or(errorMessages(page)).first()).toBeVisible();
  await expectNoErrorMessages(page);
  await expect(confirmation).toBeVisible();
}

const fields = Object.keys(completeForm).length;
/** The form's status when all fields of `completeForm` are invalid, and when all but one are. */
export const allWrong = `Quedan ${fields} campos por corregir.`;
export const allButOneWrong = `Quedan ${fields - 1} campos por corregir.`;

/** Fills in a valid form. Fails if it has a required field that this leaves empty. */
export async function fillShippingForm(page: Page, email = completeForm.Email) {
  for (const [label, value] of Object.entries({ ...completeForm, Email: email })) {
    await page.getByLabel(label).fill(value);
  }
  const empty = await page
    .locator("form [aria-required=true]")
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[])
        .filter(({ value }) => !value.trim())
        .map(({ name, labels }) => labels?.[0]?.textContent ?? name),
    );
  expect(empty, "required fields that are missing in `completeForm`").toEqual([]);
}

/** Expects the values of `fillShippingForm`. */
export async function expectNothingLost(page: Page) {
  for (const [label, value] of Object.entries(completeForm)) {
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
}

/** Phones held sideways and low windows, in CSS pixels. */
export const lowScreens = [
  [768, 320],
  [844, 390],
  [915, 412],
  [960, 540],
  [1024, 400],
  [1280, 500],
  [1440, 900],
] as const;

/** The points of the focused control that are off the screen or under the header, the notice or another bar. */
export function outOfSight() {
  const focused = document.activeElement as HTMLElement;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const points = [left + 1, right - 1].flatMap((x) =>
    [top + 1, (top + bottom) / 2, bottom - 1].map((y) => [x, y] as const),
  );
  return points.filter(([x, y]) => {
    const shown = document.elementFromPoint(x, y);
    const bar = shown?.closest("header, .notices, .purchase-bar, .skip-link");
    return !shown || (bar && !bar.contains(focused));
  });
}

export function nameOfFocused(): string {
  const { ariaLabel, id, textContent } = document.activeElement as HTMLElement;
  return ariaLabel || id || textContent || "";
}

/** Waits until the page has drawn a frame. A test may have stopped the clock, and the animation frames with it. */
const nextFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.documentElement);
      }),
  );

/** Moves the focus by this key up to the `last` control, and expects all of each one in sight. @returns their names */
export async function followFocus(
  page: Page,
  key: "Tab" | "Shift+Tab",
  last: string,
  screen: string,
) {
  const reached: string[] = [];
  while (reached.at(-1) !== last) {
    await page.keyboard.press(key);
    const name = await page.evaluate(nameOfFocused);
    reached.push(name);
    // Browsers scroll to the focus in the next frame.
    await nextFrame(page);
    expect(await page.evaluate(outOfSight), `${name} at ${screen}`).toEqual([]);
  }
  return reached;
}

/** Wraps every text in an element, also those added later, as browser translators do. */
export function translate() {
  function wrapTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(({ data }) => data.trim())) {
      if (text.parentElement?.closest("script, style, noscript, option, font, [translate=no]"))
        continue;
      const font = document.createElement("font");
      text.replaceWith(font);
      font.textContent = `${text.data} (translated)`;
    }
  }
  wrapTexts();
  new MutationObserver(wrapTexts).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

async function clickTwice(page: Page, button: Locator, apart: number) {
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.click(x + 10, y + 10);
  await page.clock.runFor(apart);
  await page.mouse.click(x + 10, y + 10);
}

/** Holds a key with key repeat for a second longer than an order takes. */
async function hold(page: Page, key: string) {
  for (let held = 0; held < 3000; held += 300) {
    await page.keyboard.down(key);
    await page.clock.runFor(300);
  }
  await page.keyboard.up(key);
}

/** Double presses that must place only one order. Call `stopClock` first. */
export const doublePresses: Record<string, (page: Page, button: Locator) => Promise<void>> = {
  "a double click": (_, button) => button.dblclick(),
  "two clicks 120 ms apart": (page, button) => clickTwice(page, button, 120),
  "two clicks 250 ms apart": (page, button) => clickTwice(page, button, 250),
  "two clicks 400 ms apart": (page, button) => clickTwice(page, button, 400),
  "Enter twice on the button": async (page, button) => {
    await button.press("Enter");
    await page.keyboard.press("Enter");
  },
  "Enter twice in a field": async (page) => {
    await page.getByLabel("Ciudad").press("Enter");
    await page.keyboard.press("Enter");
  },
  "Enter held on the button": async (page, button) => {
    await button.focus();
    await hold(page, "Enter");
  },
  "Enter held in a field": async (page) => {
    await page.getByLabel("Ciudad").focus();
    await hold(page, "Enter");
  },
};

/** Stops the page's clock, so that only `page.clock.runFor` advances it. Timers that are already running continue. */
export async function stopClock(page: Page) {
  await page.clock.install({ time: 0 });
  // Must be ahead of the page's clock, even on a slow machine.
  await page.clock.pauseAt(24 * 60 * 60 * 1000);
}

/**
 * A script for the page that ends the two seconds of processing at once, while all other timers run. For
 * tests about what follows an order.
 */
export function skipProcessing() {
  const wait = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, delay?: number, ...values: unknown[]) =>
      wait(run, delay === 2000 ? 0 : delay, ...values),
  });
}

/**
 * A script for the page that makes the two seconds of processing last until `endProcessing()` is called, while all
 * other timers run.
 */
export function holdProcessing() {
  const wait = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (run: TimerHandler, delay?: number, ...values: unknown[]) =>
      delay === 2000 ? Object.assign(window, { endProcessing: run }) : wait(run, delay, ...values),
  });
}

/** Advances the clock until an order is placed and its thanks are in view. */
export async function passProcessing(page: Page) {
  await expectNoErrorMessages(page);
  await page.clock.runFor(2000);
  await expect(page.getByRole("button", { name: "Procesando..." })).toHaveCount(0);
  await page.clock.runFor(200);
}
