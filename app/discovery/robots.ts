import { href } from "react-router";
import { shop } from "../shop/shop.ts";

/** Crawlers may read everything, and find the sitemap here. */
export function loader() {
  const lines = [
    "User-agent: *",
    "Allow: /",
    "",
    `Sitemap: ${shop.siteUrl}${href("/sitemap.xml")}`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
