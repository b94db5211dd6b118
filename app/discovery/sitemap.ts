import { pagePaths } from "../routes.ts";
import { shop } from "../shop/shop.ts";

/** For search engines. */
export function loader() {
  const addresses = pagePaths.map((path) => shop.siteUrl + path);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    "</urlset>\n",
  ].join("\n");
  return new Response(sitemap, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
