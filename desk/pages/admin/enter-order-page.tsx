import { data, href, redirect } from "react-router";
import { formatPrice, readAmount } from "../../../app/shop/money.ts";
import type { Prices } from "../../../app/shop/pricing.ts";
import { Button } from "../../../app/ui/button.tsx";
import { enterOrder, usualPrice } from "../../orders/enter-order.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { methodNames } from "../../shop/order-format.ts";
import type { PaymentMethod } from "../../shop/order-status.ts";
import type { Desk } from "../../storage/desk.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/enter-order-page";
import { noAmount, noCount, noDay, readCount, readDay } from "./fields/amounts.ts";
import { CompactField } from "./fields/compact-field.tsx";
import { Amount, Count, Day } from "./steps/fields.tsx";
import { parseRecipient, RecipientFields } from "./steps/general-steps.tsx";
import type { Fields } from "./steps/step.ts";

export const loader = withDesk(async (desk, _: Route.LoaderArgs) => ({
  // For one order: the form that is shown again gets another one.
  key: crypto.randomUUID().replaceAll("-", ""),
  ...(await pricesOf(desk)),
  takesCards: desk.card !== undefined,
  now: desk.now(),
}));

async function pricesOf(desk: Desk): Promise<Prices> {
  const { price, shipping } = await readFacts(desk.db);
  return { price, shipping };
}

const maxBottles = 10;

/** Enters an order of somebody who telephoned or wrote, or one sold in person. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { clave: key = "", ...fields }: Fields = await readForm(request);
  const isInPerson = fields.quien === "en persona";
  const isPaid = isInPerson || fields.pagado === "si";
  const quantity = readCount(fields.frascos, 1, maxBottles);
  // The price that the form showed.
  const price = readCount(fields.precio, 1, 999_999) ?? 0;
  const { shipping } = await pricesOf(desk);
  const isHandedOver = isInPerson || fields.entregado === "si";
  const usual = usualPrice(quantity ?? 1, { price, shipping }, isHandedOver);
  const total = fields.importe?.trim() ? readAmount(fields.importe) : usual.total;
  const day = readDay(fields.fecha, desk.now());
  const how = isInPerson ? "cobro" : "forma";
  const method = methods.find((method) => method === fields[how]);
  const recipient = isInPerson ? { input: null } : parseRecipient(fields);
  const errors: Fields = "errors" in recipient ? { ...recipient.errors } : {};
  if (!quantity) errors.frascos = noCount(1, maxBottles);
  if (total === undefined) errors.importe = noAmount;
  if (!day) errors.fecha = noDay;
  if (!method) errors[how] = "Elige cómo se paga";
  if (method === "card" && isPaid && !isInPerson)
    errors.forma = "Con tarjeta paga en la página de Stripe, después de anotar el pedido";
  const isValid = Object.keys(errors).length === 0 && /^[\da-f]{32}$/.test(key);
  if (!isValid || !quantity || total === undefined || !day || !method || !("input" in recipient))
    return data({ fields, errors, earlier: undefined }, 400);
  const entered = await enterOrder(desk, {
    key,
    recipient: recipient.input,
    quantity,
    total,
    method,
    day,
    isPaid,
    isDelivered: isInPerson || fields.entregado === "si",
  });
  if (entered.outcome === "placed") throw redirect(href("/mostrador/:id", entered.order), 303);
  return data({ fields, errors, earlier: entered.order.id }, 409);
});

const methods: PaymentMethod[] = ["cash", "card", "transfer"];

export const meta = () => deskMeta("Anotar un pedido");

export default function EnterOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { key, price, shipping, takesCards, now } = loaderData;
  const { fields = {}, errors = {}, earlier } = actionData ?? {};
  const [firstError] = Object.keys(errors);
  const field = (name: string, value = "") => ({
    id: name,
    name,
    defaultValue: fields[name] ?? value,
    message: errors[name],
    autoFocus: firstError === name,
  });
  return (
    <form method="post" className="group max-w-measure">
      <h1 className="item-title mb-4">Anotar un pedido</h1>
      {earlier && (
        <p role="alert" className="admin-warning mb-4">
          Este formulario ya anotó{" "}
          <a href={href("/mostrador/:id", { id: earlier })} className="underline">
            el pedido {earlier}
          </a>
          , con otros datos. Míralo antes. Si quieres anotar otro más, vuelve a pulsar.
        </p>
      )}
      <fieldset className="mb-4">
        <legend className="label text-quiet">Para quién es</legend>
        <Choice
          name="quien"
          value="alguien"
          label="Alguien que ha llamado o escrito"
          checked={fields.quien !== "en persona"}
        />
        <Choice
          name="quien"
          value="en persona"
          label="Venta en persona, sin datos: pagada y entregada"
          checked={fields.quien === "en persona"}
        />
      </fieldset>
      <div className={recipientOnly}>
        <RecipientFields field={field} />
      </div>
      <Count field={field} name="frascos" value={1} label="Frascos" />
      <Amount
        field={field}
        value=""
        label="Total, en euros"
        hint={`Si lo dejas vacío, ${formatPrice(price)} por frasco${price < shipping.freeFrom ? ", más el envío si lo hay" : ""}.`}
      />
      <div className={recipientOnly}>
        <CompactField {...field("forma", "transfer")} label="Cómo se paga">
          {methods
            .filter((method) => takesCards || method !== "card")
            .map((method) => (
              <option key={method} value={method}>
                {methodNames[method]}
              </option>
            ))}
        </CompactField>
      </div>
      <div className={inPersonOnly}>
        <CompactField {...field("cobro", "cash")} label="Cómo ha pagado">
          {methods.map((method) => (
            <option key={method} value={method}>
              {methodNames[method]}
            </option>
          ))}
        </CompactField>
      </div>
      <Day field={field} now={now} label="Día del pedido" />
      <div className={recipientOnly}>
        <Choice
          type="checkbox"
          name="pagado"
          value="si"
          label="Ya está pagado"
          checked={fields.pagado === "si"}
        />
        <Choice
          type="checkbox"
          name="entregado"
          value="si"
          label="Entregado en mano"
          checked={fields.entregado === "si"}
        />
      </div>
      <input type="hidden" name="clave" value={key} />
      <input type="hidden" name="precio" value={price} />
      <Button type="submit" className="mt-4">
        Anotar el pedido
      </Button>
    </form>
  );
}

/** A sale in person has no recipient. */
const recipientOnly = "group-has-[[value='en_persona']:checked]:hidden";
const inPersonOnly = "group-not-has-[[value='en_persona']:checked]:hidden";

interface ChoiceProps {
  type?: "radio" | "checkbox";
  name: string;
  value: string;
  label: string;
  checked: boolean;
}

const Choice = ({ type = "radio", label, checked, ...input }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-2.5 accent-action text-small">
    <input type={type} {...input} defaultChecked={checked} />
    {label}
  </label>
);
