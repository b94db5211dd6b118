import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

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

/** Rendered when they are asked for, where orders are real; the shop by itself has none of these. */
const answers =
  process.env.ORDER_DESK === "real"
    ? [
        layout("pages/desk/shopper.tsx", [
          route("pedidos", "pages/desk/place-order.ts"),
          route("pedido/:token", "pages/desk/order.tsx"),
          route("pedido/:token/pagar", "pages/desk/pay.tsx"),
          route("desistimiento", "pages/desk/withdrawal.tsx"),
          route("terminos-de-servicio/:version", "pages/desk/terms.tsx"),
        ]),
        route("avisos/stripe", "pages/desk/stripe-notice.ts"),
        layout("pages/desk/counter/counter.tsx", [
          ...prefix("mostrador", [
            index("pages/desk/counter/orders.tsx"),
            route("venta", "pages/desk/counter/sale.tsx"),
            route("correos/:id", "pages/desk/counter/mail.tsx"),
            route("desistimientos/:id", "pages/desk/counter/withdrawal.tsx"),
            route(":id", "pages/desk/counter/order.tsx"),
            route(":id/albaran", "pages/desk/counter/packing-slip.tsx"),
            route(":id/:step", "pages/desk/counter/step.tsx"),
          ]),
        ]),
      ]
    : [];

export default [...files, ...answers, route("*", "pages/not-found.tsx")] satisfies RouteConfig;
