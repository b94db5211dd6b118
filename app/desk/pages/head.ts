import type { LinksFunction } from "react-router";
import stylesheet from "../../app.css?url";
import { shop } from "../../shop/shop.ts";

/** Keeps the page out of search engines. */
export const notListed = [{ name: "robots", content: "noindex" }];

export const deskMeta = (title: string) => [{ title: `${title} · ${shop.brand}` }, ...notListed];

/** The full style sheet: which styles a page uses is known only when it is rendered. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
