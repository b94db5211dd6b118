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
  route("avisos/stripe", "desk/pages/stripe-notice.ts"),
  layout("desk/pages/counter/counter.tsx", [
    ...prefix("mostrador", [
      index("desk/pages/counter/orders.tsx"),
      route("venta-en-mano", "desk/pages/counter/hand-sale.tsx"),
      route("albaranes", "desk/pages/counter/packing-slips.tsx"),
      route("cuentas", "desk/pages/counter/office.tsx"),
      route("cuentas/exportar", "desk/pages/counter/export.ts"),
      route("persona", "desk/pages/counter/person.tsx"),
      route("ajustes", "desk/pages/counter/live-settings.tsx"),
      route("correos/:id", "desk/pages/counter/mail.tsx"),
      route("desistimientos", "desk/pages/counter/withdrawals.tsx"),
      route("desistimientos/:id", "desk/pages/counter/withdrawal.tsx"),
      route(":id", "desk/pages/counter/order.tsx"),
      route(":id/albaran", "desk/pages/counter/packing-slip.tsx"),
      route(":id/:step", "desk/pages/counter/step.tsx"),
    ]),
  ]),
];
