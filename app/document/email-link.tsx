import { use } from "react";
import { emailLink } from "../shop/contact-links.ts";
import { FactsContext } from "./facts-context.ts";

/** The shop's email address as a link. */
export function EmailLink() {
  const { email } = use(FactsContext);
  return (
    <a href={emailLink(email)} className="link" translate="no">
      {email}
    </a>
  );
}
