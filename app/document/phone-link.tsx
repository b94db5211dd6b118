import { use } from "react";
import { phoneLink } from "../shop/contact-links.ts";
import { FactsContext } from "./facts-context.ts";

/** The shop's telephone as a link. */
export function PhoneLink() {
  const { phone } = use(FactsContext);
  return (
    <a href={phoneLink(phone)} className="link whitespace-nowrap">
      {phone}
    </a>
  );
}
