import { expect, test } from "./fixtures.ts";

test("fetches a page while the pointer is on its link", async ({ page }) => {
  await page.goto("/");
  const session = await page.context().newCDPSession(page);
  const fetched = new Promise((resolve) => {
    session.on("Preload.prefetchStatusUpdated", ({ status }) => {
      if (status === "Ready" || status === "Success") resolve(status);
    });
  });
  await session.send("Preload.enable");
  const link = page.getByRole("link", { name: "Quiénes Somos", exact: true });
  await link.hover();
  await fetched;
  await link.click();
  await expect(page).toHaveURL("/quienes-somos");
  const delivery = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    return (navigation as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
  });
  expect(delivery).toBe("navigational-prefetch");
});

test("the checkout's script yields to its picture", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const priorities: Record<string, string> = {};
  session.on("Network.requestWillBeSent", ({ request }) => {
    const [, name = ""] = /assets\/([\w.]+)-/.exec(request.url) ?? [];
    priorities[name] = request.initialPriority;
  });
  await session.send("Network.enable");
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  expect(priorities).toMatchObject({ plain: "High", "entry.client": "Low", react: "Low" });
});
