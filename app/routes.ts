import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("pages/home/home.tsx"),
  route("checkout", "pages/checkout/checkout.tsx"),
  route("quienes-somos", "pages/about.tsx"),
  route("contacto", "pages/contact.tsx"),
  route("politica-de-privacidad", "pages/legal/privacy.tsx"),
  route("terminos-de-servicio", "pages/legal/terms.tsx"),
  route("politica-de-devolucion", "pages/legal/returns.tsx"),
  route("manifest.webmanifest", "discovery/manifest.ts"),
  route("sitemap.xml", "discovery/sitemap.ts"),
  route("robots.txt", "discovery/robots.ts"),
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig;
