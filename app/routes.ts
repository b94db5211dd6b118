import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The order desk fills these pages in; the shop by itself has none of them. */
const deskPages =
  process.env.ORDER_DESK === "real"
    ? [
        route("pedido", "pages/desk/order.tsx"),
        route("desistimiento", "pages/desk/withdrawal.tsx"),
        route("mostrador", "pages/desk/counter.tsx"),
        route("mostrador/pedido", "pages/desk/counter-order.tsx"),
        route("respuesta", "pages/desk/answer.tsx"),
      ]
    : [];

export default [
  index("pages/home/home.tsx"),
  route("checkout", "pages/checkout/checkout.tsx"),
  route("quienes-somos", "pages/about.tsx"),
  route("contacto", "pages/contact.tsx"),
  route("politica-de-privacidad", "pages/legal/privacy.tsx"),
  route("terminos-de-servicio", "pages/legal/terms.tsx"),
  route("politica-de-devolucion", "pages/legal/returns.tsx"),
  ...deskPages,
  route("manifest.webmanifest", "discovery/manifest.ts"),
  route("sitemap.xml", "discovery/sitemap.ts"),
  route("robots.txt", "discovery/robots.ts"),
  route("*", "pages/not-found.tsx"),
] satisfies RouteConfig;
