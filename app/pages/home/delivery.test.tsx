import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Delivery } from "./delivery.tsx";

test.each([
  [8999, 999, 5000, "24-48", "Envío gratis. En Madrid, en 24-48\u00a0h."],
  [5000, 999, 5000, "48", "Envío gratis. En Madrid, en 48\u00a0h."],
  [
    3999,
    999,
    5000,
    "24-48",
    "Envío 9,99\u00a0€, gratis desde 50\u00a0€. En Madrid, en 24-48\u00a0h.",
  ],
  [4999, 450, 6050, "", "Envío 4,50\u00a0€, gratis desde 60,50\u00a0€."],
  [8999, 999, 5000, "", "Envío gratis."],
])(
  "%i cents, shipping %i below %i, within «%s» h: «%s»",
  (price, cost, freeFrom, cityDeliveryHours, sentence) => {
    const terms = { price, shipping: { cost, freeFrom }, cityDeliveryHours };
    const text = renderToStaticMarkup(<Delivery terms={terms} />).replace(/<[^>]+>/g, "");
    expect(text).toBe(sentence);
  },
);
