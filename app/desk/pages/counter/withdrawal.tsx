import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { callerContext, deskContext } from "../context.ts";
import type { Route } from "./+types/withdrawal";
import { backTo } from "./back-to.ts";

export { ErrorBoundary, meta } from "./error.tsx";

/** A GET of a form's address redirects. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(callerContext).method !== "POST") throw backTo({});
}

/** Marks a withdrawal as handled, or opens it again. Asks first if money is still owed. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = await readForm(request);
  const desk = context.get(deskContext);
  if (fields.paso === "abrir") {
    await desk.reopenWithdrawal(id);
    throw backTo(fields);
  }
  const owed = await desk.handleWithdrawal(id, fields.seguro !== undefined);
  if (owed === 0) throw backTo(fields);
  return { id, owed, order: fields.pedido };
}

export default function Withdrawal({ actionData }: Route.ComponentProps) {
  if (!actionData) return null;
  const { id, owed, order } = actionData;
  const question = `Quedan ${formatPrice(owed)} por devolver. ¿Marcar el desistimiento como resuelto?`;
  return (
    <div className="max-w-measure">
      <title>{`${question} · ${shop.brand}`}</title>
      <h1 className="item-title">{question}</h1>
      <p className="mt-2">
        Desaparecerá de la lista, con su plazo, y el dinero seguirá sin cuadrar.
      </p>
      <form
        method="post"
        action={href("/mostrador/desistimientos/:id", { id })}
        className="mt-6 flex flex-wrap gap-3"
      >
        {order && <input type="hidden" name="pedido" value={order} />}
        <Button type="submit" name="seguro" value="1">
          Sí, resuelto
        </Button>
        <a
          href={order ? href("/mostrador/:id", { id: order }) : href("/mostrador")}
          className="button"
        >
          No
        </a>
      </form>
    </div>
  );
}
