import type { LinksFunction } from "react-router";
import stylesheet from "../../app.css?url";
import { shop } from "../../shop/shop.ts";

/** The head of a page that search engines must not list. */
export const deskMeta = (title: string) => [
  { title: `${title} · ${shop.brand}` },
  { name: "robots", content: "noindex" },
];

/** The styles of all pages: which of them one of these uses is known only when it is asked for. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
