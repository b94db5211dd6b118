import { shop } from "../shop/shop.ts";

/** The web app manifest, for those who put the shop on their home screen. */
export function loader() {
  return Response.json({
    name: `${shop.brand} · Perfume artesanal`,
    short_name: shop.brand,
    lang: "es",
    start_url: "/",
    display: "browser",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  });
}
