import { setTimeout as sleep } from "node:timers/promises";
import { openPhone, type Phone } from "./phone.ts";

/** Where a link of the home page leads, and what has to be pressed before it can be seen. */
export type Step = { link: string; to: string; first?: string };
export const steps: Step[] = [
  { link: "Comprar Ahora", to: "/checkout" },
  { link: "Quiénes Somos", to: "/quienes-somos", first: "Menú" },
];
export const ways = ["tap", "hover"] as const;
export type Way = (typeof ways)[number];

/** How long a finger rests on the glass in a tap, and a pointer on a link before it clicks; ms. */
const rests = { tap: 80, hover: 300 };

/** The time from letting go to the first contentful paint of the next page, in ms. */
export async function timeToNextPage(origin: string, step: Step, way: Way): Promise<number> {
  const phone = await openPhone();
  try {
    await phone.open(`${origin}/`);
    if (step.first) {
      await press(phone, step.first, "tap");
      await sleep(500);
    }
    const released = await press(phone, step.link, way);
    const painted = await phone.ask<number>(`
      location.pathname === ${JSON.stringify(step.to)} && !document.prerendering &&
      performance.timeOrigin + performance.getEntriesByName("first-contentful-paint")[0]?.startTime`);
    return painted - released;
  } finally {
    await phone.close();
  }
}

/** Returns when the finger or the button was let go, in ms since 1970, like `timeOrigin`. */
async function press(phone: Phone, words: string, way: Way): Promise<number> {
  const { x, y } = await phone.ask<{ x: number; y: number }>(`(() => {
    const shown = [...document.querySelectorAll("a, button")].find((element) =>
      element.innerText.trim() === ${JSON.stringify(words)} && element.checkVisibility());
    const box = shown?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`);

  if (way === "tap") {
    await phone.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await sleep(rests.tap);
    const released = Date.now();
    phone.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }).catch(() => {});
    return released;
  }
  await phone.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  await sleep(rests.hover);
  const button = { x, y, button: "left", clickCount: 1 };
  await phone.send("Input.dispatchMouseEvent", { ...button, type: "mousePressed" });
  const released = Date.now();
  phone.send("Input.dispatchMouseEvent", { ...button, type: "mouseReleased" }).catch(() => {});
  return released;
}
