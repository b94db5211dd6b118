import { index, layout, prefix, route } from "@react-router/dev/routes";
import { samplePage } from "./sample-page.ts";

export const files = [samplePage];

/** Rendered on request. */
export const routes = [
  layout("desk/pages/shopper.tsx", [
    route("pedidos", "desk/pages/place-order.ts"),
    route("pedido/:token", "desk/pages/order.tsx"),
    route("pedido/:token/pagar", "desk/pages/pay.tsx"),
    route("desistimiento", "desk/pages/withdrawal.tsx"),
    route("terminos-de-servicio/:version", "desk/pages/terms.tsx"),
  ]),
  route("avisos/stripe", "desk/pages/stripe-webhook.ts"),
  // Before the admin's paths, which would match too (entry.ts).
  layout("desk/pages/admin/entrance.tsx", [
    route("mostrador/entrar", "desk/pages/admin/sign-in.tsx"),
    route("mostrador/anular/:token", "desk/pages/admin/undo-account.tsx"),
  ]),
  layout("desk/pages/admin/admin.tsx", [
    ...prefix("mostrador", [
      index("desk/pages/admin/home.tsx"),
      route("anotar-pedido", "desk/pages/admin/enter-order.tsx"),
      route("albaranes", "desk/pages/admin/packing-slips.tsx"),
      route("cuentas", "desk/pages/admin/accounting.tsx"),
      route("cuentas/exportar", "desk/pages/admin/accounting-file.ts"),
      route("persona", "desk/pages/admin/person.tsx"),
      route("ajustes", "desk/pages/admin/settings.tsx"),
      route("lo-que-dice", "desk/pages/admin/claims.tsx"),
      route("ajustes/cuenta", "desk/pages/admin/account.tsx"),
      route("contrasena", "desk/pages/admin/password.tsx"),
      route("correos/:id", "desk/pages/admin/mail.tsx"),
      route("desistimientos", "desk/pages/admin/withdrawals.tsx"),
      route(":id", "desk/pages/admin/order.tsx"),
      route(":id/:step", "desk/pages/admin/order.tsx", { id: "step" }),
    ]),
  ]),
];
