import { expect, test, vi } from "vitest";
import { builtFacts } from "../shop/built-facts.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";

const house = { "@id": "https://brisa.test/#shop", "@type": "OnlineStore", name: "Brisa" };
const text = "Un perfume. Eau de Parfum, 50\u00a0ml.";

/** The house and the product while the pages show these facts. */
async function dataWith(changes: Partial<ShownFacts> = {}) {
  vi.resetModules();
  vi.stubEnv("SHOWN_FACTS", JSON.stringify({ ...builtFacts, ...changes }));
  const { structuredData } = await import("./structured-data.ts");
  const [store, product] = JSON.parse(JSON.stringify(structuredData(house, text)));
  vi.unstubAllEnvs();
  return { store, product };
}

test("machines read the house's terms of return, and the offer as the page shows it", async () => {
  const { store, product } = await dataWith();
  expect(store).toEqual({
    ...house,
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      "@id": "https://aurelia.example/#returns",
      applicableCountry: ["ES", "DE", "FR", "IT"],
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 14,
      returnMethod: "https://schema.org/ReturnByMail",
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
      refundType: "https://schema.org/FullRefund",
      merchantReturnLink: "https://aurelia.example/politica-de-devolucion",
    },
  });
  expect(product).toEqual({
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Aurelia · Perfume signature",
    description: "Un perfume. Eau de Parfum, 50\u00a0ml.",
    image: [
      expect.stringContaining("aspect=1:1"),
      expect.stringContaining("aspect=4:3"),
      expect.stringContaining("aspect=16:9"),
    ],
    gtin: "8400000000000",
    brand: { "@type": "Brand", name: "Aurelia" },
    offers: {
      "@type": "Offer",
      url: "https://aurelia.example/checkout",
      price: "89.99",
      priceCurrency: "EUR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: "89.99",
        priceCurrency: "EUR",
        valueAddedTaxIncluded: true,
        referenceQuantity: {
          "@type": "QuantitativeValue",
          value: 50,
          unitCode: "MLT",
          valueReference: { "@type": "QuantitativeValue", value: 100, unitCode: "MLT" },
        },
      },
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@id": "https://brisa.test/#shop" },
      hasMerchantReturnPolicy: { "@id": "https://aurelia.example/#returns" },
      shippingDetails: [
        {
          "@type": "OfferShippingDetails",
          shippingRate: { "@type": "MonetaryAmount", value: "0.00", currency: "EUR" },
          shippingDestination: {
            "@type": "DefinedRegion",
            addressCountry: "ES",
            postalCodePrefix: "28",
          },
          deliveryTime: {
            "@type": "ShippingDeliveryTime",
            handlingTime: {
              "@type": "QuantitativeValue",
              minValue: 0,
              maxValue: 0,
              unitCode: "DAY",
            },
            transitTime: {
              "@type": "QuantitativeValue",
              minValue: 1,
              maxValue: 2,
              unitCode: "DAY",
            },
          },
        },
        {
          "@type": "OfferShippingDetails",
          shippingRate: { "@type": "MonetaryAmount", value: "0.00", currency: "EUR" },
          shippingDestination: {
            "@type": "DefinedRegion",
            addressCountry: ["ES", "DE", "FR", "IT"],
          },
          deliveryTime: {
            "@type": "ShippingDeliveryTime",
            transitTime: {
              "@type": "QuantitativeValue",
              minValue: 1,
              maxValue: 30,
              unitCode: "DAY",
            },
          },
        },
      ],
    },
  });
  expect(JSON.stringify(product)).not.toMatch(/rating|review/i);
});

test("the offer follows what the owner changes", async () => {
  const { product } = await dataWith({
    price: 3999,
    shipping: { cost: 725, freeFrom: 6050 },
    cityDeliveryHours: "36-72",
    closed: "Agotado",
  });
  const { price, priceSpecification, availability, shippingDetails } = product.offers;
  expect([price, priceSpecification.price]).toEqual(["39.99", "39.99"]);
  expect(availability).toBe("https://schema.org/OutOfStock");
  const [inTheCity, elsewhere] = shippingDetails;
  expect(inTheCity.deliveryTime.transitTime).toMatchObject({ minValue: 2, maxValue: 3 });
  expect(inTheCity.shippingRate.value).toBe("7.25");
  expect(elsewhere.shippingRate.value).toBe("7.25");
});

test("without promised hours the offer has no faster delivery in the city", async () => {
  const { product } = await dataWith({ cityDeliveryHours: "" });
  expect(product.offers.shippingDetails).toHaveLength(1);
});
