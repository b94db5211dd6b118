import { useState } from "react";
import { pageMeta } from "../../meta.ts";
import { placeOrder } from "../../shop/place-order.ts";
import { quantityLimits } from "../../shop/quantity.ts";
import { shop } from "../../shop/shop.ts";
import type { Route } from "./+types/checkout";
import { OrderSummary } from "./order-summary.tsx";
import { parseOrder } from "./parse-order.ts";
import { ShippingForm } from "./shipping-form.tsx";

export const handle = { interactive: true };

export const meta = () =>
  pageMeta({
    path: "/checkout",
    title: `Tu pedido · ${shop.brand}`,
    description: `Pide ${shop.brand}: datos de envío y resumen del pedido, con el total a la vista.`,
  });

/** Runs in the browser: an order goes to the order desk and nowhere else. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const submission = parseOrder(await request.formData());
  if (submission.status !== "success") return { placed: false };
  await placeOrder(submission.value);
  return { placed: true };
}

export default function Checkout() {
  const [quantity, setQuantity] = useState<number>(quantityLimits.min);

  return (
    <div className="mx-auto grid max-w-page gap-x-16 px-5 pt-10 pb-24 md:grid-cols-2 md:px-10 lg:grid-cols-[5fr_6fr] lg:gap-x-24 lg:pt-16">
      <h1 className="mb-8 font-display text-page font-medium tracking-tight md:col-span-2 lg:mb-14">
        Tu pedido
      </h1>
      <OrderSummary quantity={quantity} onQuantityChange={setQuantity} />
      <ShippingForm quantity={quantity} />
    </div>
  );
}
