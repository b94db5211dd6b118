import { data, href, redirect } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { kept } from "../../../shop/order-rules.ts";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/step";

const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";
const noAmount = "Escribe un importe en euros, como 89,99.";

/** What the owner says that became of an order. */
export async function action({ request, params: { id, what }, context }: Route.ActionArgs) {
  const desk = context.get(deskContext);
  const fields = await readForm(request);
  const amount = readAmount(fields.importe ?? "");
  const seen = readSeen(fields.visto ?? "");
  const steps: Record<string, () => Promise<boolean | string>> = {
    cobrado: async () => (amount ? desk.receive(id, amount, seen) : noAmount),
    enviado: () => desk.ship(id, (fields.nota ?? "").trim().slice(0, 200)),
    entregado: () => desk.deliver(id),
    async devuelto() {
      if (!amount) return noAmount;
      const order = await desk.findOrder(id);
      if (!order || amount <= kept(order)) return desk.refund(id, amount, seen);
      return `No se puede devolver más de ${formatPrice(kept(order))}.`;
    },
  };
  if (!Object.hasOwn(steps, what)) throw refusal(404);
  const done = await steps[what]?.();
  if (done === true) return redirect(href("/mostrador/:id", { id }), 303);
  if (!(await desk.findOrder(id))) throw refusal(404);
  return data(done || changed, 409);
}

/** Why nothing was done, in the order's page. */
export default function Complaint({ actionData }: Route.ComponentProps) {
  return (
    <p role="alert" className="mt-6 border-danger border-l-2 pl-4 font-strong text-danger">
      {actionData}
    </p>
  );
}

/** The cents that the page showed; what it can't have shown is no order's amount. */
const readSeen = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

/** «1.089,99», «89,99 €» or «90» in cents; nothing else is an amount. */
function readAmount(text: string): number | undefined {
  const [, euros = "", cents = ""] =
    /^(\d{1,3}\.\d{3}|\d{1,6})(?:,(\d{1,2}))?\s*€?$/.exec(text.trim()) ?? [];
  return Number(euros.replaceAll(".", "")) * 100 + Number(cents.padEnd(2, "0")) || undefined;
}
