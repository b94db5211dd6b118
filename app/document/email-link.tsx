import { shop } from "../shop/shop.ts";

/** The shop's email address as a link. */
export function EmailLink() {
  return (
    <a href={shop.emailLink} className="link" translate="no">
      {shop.email}
    </a>
  );
}
