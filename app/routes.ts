import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** Every page of the boutique. The build renders them all to files. */
export const pages = [
  index("pages/home/home.tsx"),
  route("checkout", "pages/checkout/checkout.tsx"),
  route("quienes-somos", "pages/about.tsx"),
  route("contacto", "pages/contact.tsx"),
  route("politica-de-privacidad", "pages/legal/privacy-page.tsx"),
  route("terminos-de-servicio", "pages/legal/terms-page.tsx"),
  route("politica-de-devolucion", "pages/legal/returns-page.tsx"),
  route("manifest.webmanifest", "discovery/manifest.ts"),
  route("sitemap.xml", "discovery/sitemap.ts"),
  route("robots.txt", "discovery/robots.ts"),
  route("speculation-rules.json", "discovery/speculation-rules.ts"),
];

/** The paths of the pages that people read. */
export const pagePaths = pages
  .filter(({ file }) => file.startsWith("pages/"))
  .map(({ path = "" }) => `/${path}`);

/** For every other path. */
export const notFound = route("*", "pages/not-found.tsx");

/** `/404` is the page that hosts send for unknown paths. */
export const prerendered = [...pages.map(({ path = "" }) => `/${path}`), "/404"];

export default [...pages, notFound] satisfies RouteConfig;
