import type { LinksFunction } from "react-router";
import stylesheet from "../../app.css?url";
import { shop } from "../../shop/shop.ts";

/** Search engines must not list the page. */
export const notListed = [{ name: "robots", content: "noindex" }];

export const deskMeta = (title: string) => [{ title: `${title} · ${shop.brand}` }, ...notListed];

/** The styles of all pages: which of them one of these uses is known only when it is asked for. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
