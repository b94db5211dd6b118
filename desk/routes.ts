import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from "@react-router/dev/routes";
import * as boutique from "../app/routes.ts";
import { samplePage } from "./pages/sample-page.ts";

/** The same page of the boutique, as seen from this folder. */
const ofBoutique = (page: RouteConfigEntry) => ({ ...page, file: `../app/${page.file}` });

/** The build renders the boutique's pages, and a sample page from which it computes the headers of all others. */
export const prerendered = [...boutique.prerendered, samplePage];

export default [
  ...boutique.pages.map(ofBoutique),
  // What follows is rendered on request.
  layout("pages/shopper.tsx", [
    route("pedidos", "pages/order-endpoint.ts"),
    route("pedido/:token", "pages/shopper-order.tsx"),
    route("pedido/:token/pagar", "pages/pay.tsx"),
    route("desistimiento", "pages/withdrawal-page.tsx"),
    route("terminos-de-servicio/:version", "pages/kept-terms.tsx"),
  ]),
  route("avisos/stripe", "pages/stripe-webhook.ts"),
  // Before the admin's paths, which would match too (server/entry.ts).
  layout("pages/admin/entrance.tsx", [
    route("mostrador/entrar", "pages/admin/sign-in.tsx"),
    route("mostrador/entrar/:token", "pages/admin/enter.tsx"),
    route("mostrador/cuenta/:token", "pages/admin/confirm-account.tsx"),
  ]),
  layout("pages/admin/layout.tsx", [
    ...prefix("mostrador", [
      index("pages/admin/today.tsx"),
      route("pedidos", "pages/admin/all-orders.tsx"),
      route("envios", "pages/admin/parcels.tsx"),
      route("anotar-pedido", "pages/admin/enter-order-page.tsx"),
      route("albaranes", "pages/admin/packing-slips.tsx"),
      route("sin-pagar", "pages/admin/unpaid-orders.tsx"),
      route("cuentas", "pages/admin/accounts.tsx"),
      route("cuentas/exportar", "pages/admin/accounting-file.ts"),
      route("persona", "pages/admin/person.tsx"),
      route("ajustes", "pages/admin/owner-settings.tsx"),
      route("lo-que-dice", "pages/admin/confirm-claims.tsx"),
      route("ajustes/cuenta", "pages/admin/account.tsx"),
      route("correos/:id", "pages/admin/mail.tsx"),
      route("desistimientos", "pages/admin/open-withdrawals.tsx"),
      route(":id", "pages/admin/owner-order.tsx"),
      route(":id/:step", "pages/admin/owner-order.tsx", { id: "step" }),
    ]),
  ]),
  ofBoutique(boutique.notFound),
] satisfies RouteConfig;
