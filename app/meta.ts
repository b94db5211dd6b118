import { shop } from "./shop/shop.ts";

/** What the head of a page says to browsers, search engines and messengers. */
export function pageMeta({
  path,
  title,
  description,
}: {
  path: string;
  title: string;
  description: string;
}) {
  const url = `${shop.siteUrl}${path === "/" ? "/" : path}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:url", content: url },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
