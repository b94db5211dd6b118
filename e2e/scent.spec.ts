import { spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { readSite } from "../server/site.ts";
import { createSiteServer } from "../server/site-server.ts";
import { axeViolations, expect, layOutAll, test } from "./fixtures.ts";

const folder = "build-notes";

test("home shows the notes that the owner has set, as hours of an afternoon", async ({ page }) => {
  test.setTimeout(180_000);
  const { status, stderr } = spawnSync("npm", ["run", "build"], {
    env: {
      ...process.env,
      BUILD_FOLDER: folder,
      SITE_URL: "https://aurelia.example",
      PRODUCT_NOTES_TOP: "bergamota, neroli",
      PRODUCT_NOTES_HEART: "jazmín, rosa",
      PRODUCT_NOTES_BASE: "cedro, ámbar",
    },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const server = createSiteServer(readSite(`${folder}/client`)).listen(0);
  await once(server, "listening");
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);

  const scent = page.getByRole("region", { name: "De las cinco a las nueve" });
  await expect(scent.getByRole("listitem")).toHaveText([
    "17:00Salidabergamota, neroli",
    "19:30Corazónjazmín, rosa",
    "21:00Fondocedro, ámbar",
  ]);
  expect(await axeViolations(page)).toEqual([]);
  // In the middle of the page, without the distance over which pictures are pinned.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await layOutAll(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    // The same wall three times, edge to edge.
    const pictures = await scent.locator("img").evaluateAll((images) =>
      (images as HTMLImageElement[]).map((image) => ({
        name: /scent-\d{4}/.exec(image.currentSrc || image.src)?.[0],
        box: image.getBoundingClientRect().toJSON(),
      })),
    );
    expect(pictures.map(({ name }) => name)).toEqual(["scent-1700", "scent-1930", "scent-2100"]);
    for (const [index, { box }] of pictures.slice(1).entries()) {
      expect(box.left).toBeCloseTo(pictures[index]?.box.right, 0);
      expect(box.top).toBe(pictures[index]?.box.top);
    }
    const place = await scent.evaluate((section) => {
      const { top, height } = section.getBoundingClientRect();
      return (scrollY + top + height / 2) / document.body.scrollHeight;
    });
    expect(place, `${width} px`).toBeGreaterThan(0.35);
    expect(place, `${width} px`).toBeLessThan(0.65);
  }
  server.close();
});
