import { shop } from "../shop/shop.ts";

/** The shop's address for letters, ready to be written to. */
export function EmailLink() {
  return (
    <a href={shop.emailLink} className="link" translate="no">
      {shop.email}
    </a>
  );
}
