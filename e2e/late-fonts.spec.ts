import { everyPage, expect, test } from "./fixtures.ts";
import { devices, layoutShift, openAs, widths } from "./setup/late-fonts.ts";

for (const [name, device] of Object.entries(devices)) {
  for (const width of widths) {
    test(`with the fonts of ${name}, nothing moves at ${width} px`, async ({
      baseURL,
      launchOptions,
    }) => {
      const browser = await openAs(device, launchOptions);
      const shifts = await Promise.all(
        everyPage.map((path) => layoutShift(browser, baseURL + path, width)),
      );
      expect(shifts.map((shift) => shift.toFixed(3))).toEqual(everyPage.map(() => "0.000"));
      await browser.close();
    });
  }
}
