import type { MetaDescriptor } from "react-router";
import { shop } from "../shop/shop.ts";

interface Page {
  path: string;
  title: string;
  description: string;
}

/** The head of a page, for browsers, search engines and messengers. */
export function pageMeta({ path, title, description }: Page) {
  const url = shop.siteUrl + path;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: shop.brand },
    { property: "og:locale", content: "es_ES" },
    { property: "og:url", content: url },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: `${shop.siteUrl}/share.jpg` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    {
      property: "og:image:alt",
      content: `Frasco de ${shop.brand} con tapón dorado, al sol de la tarde.`,
    },
    { name: "twitter:card", content: "summary_large_image" },
  ] satisfies MetaDescriptor[];
}
