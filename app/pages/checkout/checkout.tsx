import { href } from "react-router";
import { pageMeta } from "../../document/meta.ts";
import { shop } from "../../shop/shop.ts";
import { Order } from "./order.tsx";

export const handle = { interactive: true };

export const meta = () =>
  pageMeta({
    path: href("/checkout"),
    title: `Tu pedido · ${shop.brand}`,
    description: `Pide ${shop.brand}: datos de envío y resumen del pedido, con el total a la vista.`,
  });

/** All that React takes over in the browser stands inside `#order` (app/entry.client.tsx). */
export default function Checkout() {
  return (
    <div className="page-width pt-10 pb-24 lg:pt-16">
      <h1 className="page-title mb-8 lg:mb-14">Tu pedido</h1>
      <div id="order" data-titles="¡Pedido Confirmado! Gracias">
        <Order />
      </div>
    </div>
  );
}
