import { shop } from "../shop/shop.ts";

/** The shop's telephone as a link. */
export function PhoneLink() {
  return (
    <a href={shop.phoneLink} className="link whitespace-nowrap">
      {shop.phone}
    </a>
  );
}
