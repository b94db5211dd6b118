import type { LinksFunction } from "react-router";
import { shop } from "../../app/shop/shop.ts";
import stylesheet from "../desk.css?url";

/** Keeps the page out of search engines. */
export const notListed = [{ name: "robots", content: "noindex" }];

export const deskMeta = (title: string) => [{ title: `${title} · ${shop.brand}` }, ...notListed];

/** The full style sheet: which styles a page uses is known only when it is rendered. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }];
