import routes from "../routes.ts";
import { shop } from "../shop/shop.ts";

/** Every page, for search engines: the routes that are pages, but for the one of unknown paths. */
export function loader() {
  const pages = routes.filter(({ file, path }) => file.startsWith("pages/") && path !== "*");
  const addresses = pages.map(({ path = "" }) => `${shop.siteUrl}/${path}`);
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    "</urlset>\n",
  ].join("\n");
  return new Response(sitemap, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
