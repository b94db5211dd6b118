import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countries } from "./countries.ts";
import { facts } from "./facts.ts";
import { shop } from "./shop.ts";

const specification = readFileSync("docs/specification.md", "utf8").replace(/\s+/g, " ");
const [weekdays, saturdays] = facts.openingHours;

test.each([
  `a brand founded in ${facts.founded}`,
  `founded ${facts.founded}, ${facts.customers}+ customers, ${facts.fragrances} fragrances`,
  `${facts.ingredients}+ premium ingredients`,
  `over ${facts.mastersYears} years of experience`,
  `last up to ${facts.lastingHours} hours`,
  `details in ${facts.goldKarats}k gold`,
  `orders over ${facts.shipping.freeFrom / 100} euros`,
  `${facts.shipping.cost / 100} EUR when price × quantity is under ${facts.shipping.freeFrom / 100}; from ${facts.shipping.freeFrom / 100} on free`,
  `the subtotal is below ${facts.shipping.freeFrom / 100} |`,
  `One unit already exceeds ${facts.shipping.freeFrom / 100},`,
  `delivery in ${facts.cityDeliveryHours} h in ${shop.city}`,
  `a ${shop.returns.refundPercent} % money-back guarantee`,
  `accepted within ${shop.returns.days} days`,
  `Refunds within ${facts.refundWorkingDays} working days`,
  `authorization within ${facts.authorizationHours} hours`,
  `answered in under ${facts.emailReplyHours} hours`,
  `Monday to Friday ${weekdays?.hours}; Saturday ${saturdays?.hours}`,
  `${countries.map((country) => country.join(" ")).join(", ")}.`,
  `copyright year is ${shop.copyrightYear}`,
])("the specification says «%s»", (words) => expect(specification.includes(words)).toBe(true));
