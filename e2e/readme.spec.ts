import { expect, expectInReadme, type HomeFrame, scrollFrame, test } from "./fixtures.ts";

const hours: [HomeFrame, number][] = [
  [".hero", 0],
  [".hero", 0.5],
  [".hero", 1],
  [".nightfall", 0],
  [".nightfall", 1],
];

test("the README's picture of the home page is up to date", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto("/");
  const screenshots: Buffer[] = [];
  for (const [frame, part] of hours) {
    await scrollFrame(page, frame, part);
    const pictures = page.locator(`${frame} img`).filter({ visible: true });
    let screenshot: Buffer = Buffer.alloc(0);
    // Pictures of later hours load and fade in when they are about to be seen.
    await expect
      .poll(async () => {
        for (const picture of await pictures.all()) {
          if (await picture.evaluate((image) => getComputedStyle(image).opacity !== "0"))
            await picture.evaluate((image: HTMLImageElement) => image.decode());
        }
        const before = screenshot;
        screenshot = await page.screenshot();
        return screenshot.equals(before);
      })
      .toBe(true);
    screenshots.push(screenshot);
  }
  await expectInReadme("home.jpg", screenshots, 0.01);
});
