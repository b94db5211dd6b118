import { shop } from "../shop/shop.ts";

/** The shop's telephone, ready to be called. */
export function PhoneLink() {
  return (
    <a href={shop.phoneLink} className="link whitespace-nowrap">
      {shop.phone}
    </a>
  );
}
