import { getFormProps, useForm } from "@conform-to/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import toast from "react-hot-toast/headless";
import { useFetcher } from "react-router";
import { shippingFormDefaults } from "../../shop/shipping-form.ts";
import { shop } from "../../shop/shop.ts";
import { Button } from "../../ui/button.tsx";
import type { clientAction } from "./checkout.tsx";
import { OrderToast } from "./order-toast.tsx";
import { parseOrder } from "./parse-order.ts";
import { ShippingFields } from "./shipping-fields.tsx";

/** Where the order goes. Judged on submit, then a field's message goes as soon as its value is right. */
export function ShippingForm({ quantity }: { quantity: number }) {
  const fetcher = useFetcher<typeof clientAction>();
  const submitting = fetcher.state !== "idle";
  const hydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);

  const [form, fields] = useForm({
    id: "shipping-form",
    defaultValue: shippingFormDefaults,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseOrder(formData),
    onSubmit(event, { formData }) {
      event.preventDefault();
      // The button is disabled before this press ends: a second one finds nothing to press.
      fetcher.submit(formData, { method: "post", flushSync: true });
    },
  });

  useEffect(() => {
    if (!fetcher.data?.placed) return;
    toast("¡Pedido Confirmado!", { id: "order", duration: 8000 });
    // The disabled button lost the focus; it takes it back unless the shopper has moved on.
    if (document.activeElement === document.body) button.current?.focus();
  }, [fetcher.data]);

  const toMend = Object.keys(form.allErrors).length;

  return (
    <section aria-labelledby="shipping">
      <h2 id="shipping" className="font-display text-section font-medium tracking-tight">
        Datos de envío
      </h2>
      <p className="mt-3 mb-8 text-quiet text-small">Todos los campos son obligatorios.</p>
      <form method="post" {...getFormProps(form)} noValidate>
        <ShippingFields fields={fields} />
        <input type="hidden" name="quantity" value={quantity} />
        <p role="status" className="min-h-6 text-danger text-small">
          {toMend > 0 &&
            (toMend === 1
              ? "Queda 1 campo por corregir."
              : `Quedan ${toMend} campos por corregir.`)}
        </p>
        <Button
          ref={button}
          type="submit"
          disabled={submitting || !hydrated}
          className="needs-script mt-4 w-full"
        >
          {submitting ? "Procesando..." : "Confirmar pedido"}
        </Button>
      </form>
      <noscript>
        <p className="mt-4 border border-danger p-4">
          Para hacer el pedido en esta página hace falta JavaScript. Sin él, escríbenos a{" "}
          <a href={shop.emailLink}>{shop.email}</a> y lo preparamos contigo.
        </p>
      </noscript>
      <p className="mt-4 text-caption text-quiet">
        Pedido simulado: no se cobra nada, no se envía ningún email y tus datos no salen de este
        navegador.
      </p>
      <OrderToast />
    </section>
  );
}

const never = () => () => {};

/** False in the HTML as it arrives, true once React runs: until then the form could not be sent. */
function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
