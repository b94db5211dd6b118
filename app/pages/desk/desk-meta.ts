import { shop } from "../../shop/shop.ts";

/** The head of a page that no search engine shall know. */
export const deskMeta = (title: string) => [
  { title: `${title} · ${shop.brand}` },
  { name: "robots", content: "noindex" },
];
