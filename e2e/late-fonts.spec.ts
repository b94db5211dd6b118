import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { everyPage, expect, test } from "./fixtures.ts";

/** How late our fonts are, in ms. Nothing that is seen before may move when they come. */
const lateness = 1500;

interface Device {
  /** Its font files, without the weights. */
  has: string[];
  /** Names under which it finds one of them. */
  calls?: Record<string, string>;
}

/** What a device sets text in until then. */
const devices: Record<string, Device> = {
  "a Mac, an iPhone or Windows": {
    has: ["LiberationSans", "LiberationSerif"],
    calls: { Arial: "Liberation Sans", "Times New Roman": "Liberation Serif" },
  },
  "an Android": {
    has: ["Roboto", "NotoSerif"],
    calls: { "sans-serif": "Roboto", serif: "Noto Serif" },
  },
  "a bare Linux": { has: ["DejaVuSans", "DejaVuSerif"] },
};

for (const [name, device] of Object.entries(devices)) {
  for (const width of [360, 412, 768, 1440]) {
    test(`with the fonts of ${name}, nothing moves at ${width} px`, async ({
      baseURL,
      launchOptions,
    }) => {
      const env = { ...process.env, FONTCONFIG_FILE: fontsOf(device) };
      const browser = await chromium.launch({ ...launchOptions, env });
      const shifts = everyPage.map(async (path) => [
        path,
        await layoutShift(browser, baseURL + path, width),
      ]);
      expect(await Promise.all(shifts)).toEqual(everyPage.map((path) => [path, "0.000"]));
      await browser.close();
    });
  }
}

/** Cumulative layout shift from the first paint until our fonts have come. */
async function layoutShift(browser: Browser, url: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateness));
    await route.continue();
  });
  const fonts = page.waitForResponse(/hanken.*\.woff2/);
  await page.goto(url);
  await (await fonts).finished();
  const shift = await page.evaluate(async () => {
    await document.fonts.ready;
    // Two frames on, what the fonts have changed is laid out.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return new Promise<number>((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += (entry as LayoutShift).value;
      }).observe({ type: "layout-shift", buffered: true });
      // The observer hears of what was before it in a task of its own.
      setTimeout(() => resolve(sum), 100);
    });
  });
  return shift.toFixed(3);
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Writes a fontconfig file with these fonts of the system and no others. */
function fontsOf({ has, calls = {} }: Device): string {
  const folder = test.info().outputPath("fonts");
  const files = has.flatMap((font) => [`*/${font}.ttf`, `*/${font}-*.ttf`]);
  const aliases = Object.entries(calls).map(
    ([name, family]) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/fonts.conf`,
    `<?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>
      <dir>/usr/share/fonts</dir>
      <cachedir>${folder}/cache</cachedir>
      <selectfont>
        <rejectfont><glob>*.ttf</glob><glob>*.otf</glob></rejectfont>
        <acceptfont>${files.map((file) => `<glob>${file}</glob>`).join("")}</acceptfont>
      </selectfont>
      ${aliases.join("")}
    </fontconfig>`,
  );
  return `${folder}/fonts.conf`;
}
