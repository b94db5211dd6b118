import { expect } from "../../e2e/fixtures.ts";
import { test } from "./fixtures.ts";

test("home tells machines of the house and of its offer, with pictures in three ratios", async ({
  page,
}) => {
  await page.goto("/");
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [house, product] = texts.map((text) => JSON.parse(text));
  expect(texts).toHaveLength(2);
  expect(house).toMatchObject({
    "@type": "OnlineStore",
    hasMerchantReturnPolicy: { merchantReturnDays: 14 },
  });
  expect(product).toMatchObject({
    "@type": "Product",
    description: expect.stringMatching(/^La luz de la tarde .* Eau de Parfum, 50\u00a0ml\.$/),
    offers: {
      price: "89.99",
      availability: "https://schema.org/InStock",
      seller: { "@id": house["@id"] },
    },
  });
  await expect(page.getByText("89,99 €").first()).toBeVisible();
  const sizes = await page.evaluate(
    (addresses: string[]) =>
      Promise.all(
        addresses.map(async (address) => {
          const picture = new Image();
          picture.src = new URL(address).pathname;
          await picture.decode();
          return [picture.naturalWidth, picture.naturalHeight];
        }),
      ),
    product.image,
  );
  expect(sizes).toEqual([
    [1080, 1080],
    [1200, 900],
    [1200, 675],
  ]);
});
