import { index, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Rendered when the shop is built: from then on these are files. */
export const files = [
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
];

/** What selling adds, where it is switched on: pages that are rendered on request (app/desk/routes.ts). */
const [selling] =
  process.env.ORDER_DESK === "real"
    ? Object.values(import.meta.glob<SellingRoutes>("./desk/routes.ts", { eager: true }))
    : [];

interface SellingRoutes {
  routes: RouteConfigEntry[];
  /** The addresses of its pages that are rendered when the shop is built. */
  files: string[];
}

/** `/404` is the page that hosts send for unknown paths. */
export const prerendered = [
  ...files.map(({ path = "" }) => `/${path}`),
  "/404",
  ...(selling?.files ?? []),
];

export default [
  ...files,
  ...(selling?.routes ?? []),
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig;
