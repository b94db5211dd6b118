import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "@playwright/test";

/** How late our fonts are, in ms. Nothing that is seen before may move when they come. */
const lateness = 1500;

interface Device {
  /** Its font files, without the weights. */
  has: string[];
  /** Names under which it finds one of them. */
  calls?: Record<string, string>;
}

/** What a device sets text in until then. */
export const devices: Record<string, Device> = {
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

/** The widths at which the shop is looked at. */
export const widths = [360, 412, 768, 1440];

/** Opens a Chromium that has the fonts of this device and no others. */
export function openAs(device: Device, options: LaunchOptions): Promise<Browser> {
  const env = { ...process.env, FONTCONFIG_FILE: fontsOf(device) };
  return chromium.launch({ ...options, env });
}

/**
 * Cumulative layout shift of the whole document until our fonts have come. A starved processor may paint
 * before it has parsed the end of the first view: what that moves is not the fonts'.
 */
export async function layoutShift(browser: Browser, url: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, lateness));
    await route.continue();
  });
  const fonts = page.waitForResponse(/hanken.*\.woff2/);
  await page.goto(url, { waitUntil: "domcontentloaded" });
  const painted = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return performance.now();
  });
  await (await fonts).finished();
  const shift = await page.evaluate(async (painted) => {
    await document.fonts.ready;
    // Two frames on, what the fonts have changed is laid out.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return new Promise<number>((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (entry.startTime > painted) sum += (entry as LayoutShift).value;
        }
      }).observe({ type: "layout-shift", buffered: true });
      // The observer hears of what was before it in a task of its own.
      setTimeout(() => resolve(sum), 100);
    });
  }, painted);
  await page.close();
  return shift;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Writes a fontconfig file with these fonts of the system and no others. */
function fontsOf({ has, calls = {} }: Device): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-fonts-"));
  const files = has.flatMap((font) => [`*/${font}.ttf`, `*/${font}-*.ttf`]);
  const aliases = Object.entries(calls).map(
    ([name, family]) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
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
