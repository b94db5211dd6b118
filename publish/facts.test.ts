import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countries } from "../app/shop/countries.ts";
import { type Facts, facts } from "../app/shop/facts.ts";
import { formatAmount } from "../app/shop/money.ts";
import { pricePer100Ml } from "../app/shop/pricing.ts";
import { product } from "../app/shop/product.ts";
import { settings } from "../app/shop/settings.ts";
import { shop } from "../app/shop/shop.ts";
import { build, copyShop } from "./testing/shop-copy.ts";

const otherSettings = {
  SHOP_EMAIL: "tienda@brisa.test",
  SHOP_PHONE: "+34 955 123 456",
  SITE_URL: "https://brisa.test",
  PRODUCT_PRICE: "39.99",
  PRODUCT_NOTES_TOP: "azahar",
  PRODUCT_NOTES_HEART: "nardo",
  PRODUCT_NOTES_BASE: "cuero",
};
/** The facts of another shop. */
const otherShop = {
  ...shop,
  siteUrl: otherSettings.SITE_URL,
  brand: "Brisa",
  city: "Sevilla",
  cityPostalPrefix: "41",
  copyrightYear: 2031,
  legalTextsUpdated: "3 de marzo de 2031",
  returns: { days: 21, refundPercent: 90 },
  law: { deliveryDays: 33, sendBackDays: 19, refundDays: 17, guaranteeYears: 4 },
};
const otherFacts = {
  price: 3999,
  notes: {
    top: otherSettings.PRODUCT_NOTES_TOP,
    heart: otherSettings.PRODUCT_NOTES_HEART,
    base: otherSettings.PRODUCT_NOTES_BASE,
  },
  shipping: { cost: 725, freeFrom: 6050 },
  email: otherSettings.SHOP_EMAIL,
  phone: otherSettings.SHOP_PHONE,
  founded: 1987,
  customers: 7000,
  fragrances: 3,
  ingredients: 90,
  mastersYears: 35,
  lastingHours: 8,
  goldKarats: 18,
  cityDeliveryHours: "36-72",
  emailReplyHours: 6,
  authorizationHours: 48,
  refundWorkingDays: "2-3",
  openingHours: [{ day: "Martes", hours: "8:30-13:45", status: "Con cita" }],
} satisfies Facts;
const otherCountries = [
  ["ES", "España"],
  ["BE", "Bélgica"],
];

/** Builds a copy of the shop with these facts, and returns its texts. */
function buildOther(): Map<string, string> {
  const folder = copyShop();
  const shopFolder = join(folder, "app/shop");
  const constant = (name: string, value: unknown) =>
    `export const ${name} = ${JSON.stringify(value)} as const;`;
  writeFileSync(join(shopFolder, "shop.ts"), constant("shop", otherShop));
  writeFileSync(join(shopFolder, "facts.ts"), constant("facts", otherFacts));
  writeFileSync(join(shopFolder, "countries.ts"), constant("countries", otherCountries));
  const edit = (file: string, changes: [RegExp, string][]) => {
    let text = readFileSync(join(shopFolder, file), "utf8");
    for (const [old, now] of changes) {
      expect(text).toMatch(old);
      text = text.replace(old, now);
    }
    writeFileSync(join(shopFolder, file), text);
  };
  edit("product.ts", [
    [/"Perfume signature"/, '"Perfume de azahar"'],
    [/(?<=const milliliters = )50/, "75"],
  ]);

  build(folder, otherSettings);
  const texts = globSync(
    "build/{site.json,nginx-headers.conf,client/**/*.{html,js,json,xml,txt,webmanifest},client/_headers}",
    { cwd: folder },
  );
  // Fonts and hashes can contain any figure by chance.
  const encoded = /(base64,|sha256-)[\w+/=]+/g;
  return new Map(
    texts.map((file) => [file, readFileSync(join(folder, file), "utf8").replace(encoded, "")]),
  );
}

test("another owner's shop contains none of this shop's facts", () => {
  const texts = buildOther();
  const old = [
    shop.brand,
    shop.city,
    shop.legalTextsUpdated,
    `${facts.customers}+`,
    `${facts.ingredients}+`,
    `más de\u00a0${facts.ingredients}`,
    facts.cityDeliveryHours,
    facts.refundWorkingDays,
    `${shop.returns.days}\u00a0días`,
    `${facts.lastingHours}\u00a0horas`,
    `${facts.mastersYears}\u00a0años`,
    `${facts.goldKarats}k`,
    ...facts.openingHours.map(({ hours }) => hours).filter((hours) => /\d/.test(hours)),
    ...Object.values(settings).filter(Boolean),
    product.name,
    product.volume,
    formatAmount(facts.price),
    (facts.price / 100).toFixed(2),
    pricePer100Ml(facts.price),
    ...countries.map(([, name]) => name).filter((name) => name !== "España"),
  ];
  for (const [file, text] of texts) {
    expect(text, `${file}: an HTML entity in a string is shown literally`).not.toMatch(/&amp;\w+;/);
    expect(
      old.filter((value) => text.includes(value)),
      file,
    ).toEqual([]);
  }
  expect(texts.get("build/site.json")).toContain('"brand": "Brisa"');

  const page = (name: string) => texts.get(`build/client/${name}`) ?? "";
  expect(page("checkout.html")).toContain("Añade €20,51 más para envío gratuito");
  expect(page("checkout.html")).toContain("7,25\u00a0€");
  expect(page("checkout.html")).toContain("47,24\u00a0€");
  expect(page("index.html")).toContain("60,50\u00a0€");
  expect(page("index.html")).toContain("53,32\u00a0€/100\u00a0ml");
  expect(page("index.html")).toMatch(/Corazón<\/h3>.*>nardo<\/p>.*Fondo<\/h3>/);
  // In the first view, in the bar and at the end.
  const delivery = "Envío 7,25\u00a0€, gratis desde 60,50\u00a0€.";
  expect(page("index.html").split(delivery)).toHaveLength(4);
  // In the descriptions.
  const notes = "Salida: azahar. Corazón: nardo. Fondo: cuero.";
  expect(page("index.html").split(notes)).toHaveLength(3);
  expect(page("terminos-de-servicio.html")).toContain("60,50\u00a0€");
  expect(page("index.html")).toContain('"telephone":"+34 955 123 456"');
  expect(page("manifest.webmanifest")).toContain("Brisa");
  expect(page("sitemap.xml")).toContain("https://brisa.test/checkout");
}, 600_000);
