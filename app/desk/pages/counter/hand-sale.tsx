import { data, href, redirect } from "react-router";
import { formatAmount, formatPrice, readAmount } from "../../../shop/money.ts";
import { product } from "../../../shop/product.ts";
import { Button } from "../../../ui/button.tsx";
import { dayOf } from "../../shop/time.ts";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/hand-sale";
import { noDay, readDay } from "./amounts.ts";
import { CompactField } from "./compact-field.tsx";

export const loader = ({ context }: Route.LoaderArgs) => ({
  key: crypto.randomUUID().replaceAll("-", ""),
  today: dayOf(context.get(deskContext).now()),
});

type Fields = Record<string, string>;

const priceChanged = "El precio del frasco acaba de cambiar: revisa el importe.";

/** Records a sale at a fair or in the workshop. */
export async function action({ request, context }: Route.ActionArgs) {
  const desk = context.get(deskContext);
  const fields: Fields = await readForm(request);
  const quantity = /^([1-9]|10)$/.test(fields.frascos ?? "") ? Number(fields.frascos) : undefined;
  // Without a valid quantity, the price of the most bottles.
  const price = (quantity ?? 10) * product.price;
  const amount = fields.importe?.trim() ? readAmount(fields.importe) : price;
  const day = readDay(fields.fecha, desk.now());
  const wrong: Fields = {};
  if (!quantity) wrong.frascos = "De 1 a 10 frascos.";
  if (amount === undefined || amount > price)
    wrong.importe = `Escribe un importe en euros, como mucho ${formatAmount(price)}.`;
  if (!day) wrong.fecha = noDay;
  if (!quantity || amount === undefined || Object.keys(wrong).length > 0)
    return data({ fields, wrong }, 400);
  const isSold = await desk.sellByHand({ key: fields.clave ?? "", quantity, amount, day });
  if (!isSold) return data({ fields, wrong: { importe: priceChanged } as Fields }, 409);
  return redirect(href("/mostrador"), 303);
}

export const meta = () => deskMeta("Venta en mano");

export default function HandSalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, wrong } = actionData ?? { fields: {} as Fields, wrong: {} as Fields };
  const field = (name: string, value: string) => ({
    id: name,
    name,
    defaultValue: fields[name] ?? value,
    message: wrong[name],
    autoFocus: Object.keys(wrong)[0] === name,
  });
  return (
    <form method="post" className="max-w-measure">
      <h1 className="item-title mb-4">Venta en mano</h1>
      <p className="mb-4 text-small">
        Para lo que vendes en una feria o en el taller: cuenta en los libros y en las existencias.
      </p>
      <CompactField {...field("frascos", "1")} label="Frascos" inputMode="numeric" />
      <CompactField
        {...field("importe", "")}
        label="Importe cobrado, en euros"
        hint={`Si lo dejas vacío, el precio: ${formatPrice(product.price)} cada uno. Si es menos, la diferencia es un descuento.`}
        inputMode="decimal"
      />
      <CompactField
        {...field("fecha", loaderData.today)}
        label="Qué día"
        type="date"
        max={loaderData.today}
      />
      <input type="hidden" name="clave" value={fields.clave ?? loaderData.key} />
      <Button type="submit">Anotar la venta</Button>
    </form>
  );
}
