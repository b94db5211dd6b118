import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { callerContext, deskContext } from "../context.ts";
import type { Route } from "./+types/withdrawal";
import { readSeen } from "./amounts.ts";
import { backTo } from "./back-to.ts";

export { ErrorBoundary, meta } from "./error.tsx";

/** A GET of a form's address redirects. */
export function loader({ context }: Route.LoaderArgs) {
  if (context.get(callerContext).method !== "POST") throw backTo({});
}

/** Marks a withdrawal as handled, or opens it again. Asks first if something is left to do. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = await readForm(request);
  const desk = context.get(deskContext);
  if (fields.paso === "abrir") {
    await desk.reopenWithdrawal(id);
    throw backTo(fields);
  }
  const unsettled = await desk.handleWithdrawal(id, {
    owed: readSeen(fields.debido ?? "0"),
    perhaps: fields.quiza?.split(" ") ?? [],
  });
  if (!unsettled) throw backTo(fields);
  return { id, ...unsettled, order: fields.pedido };
}

const anyOf = new Intl.ListFormat("es-ES", { type: "disjunction" });

export default function Withdrawal({ actionData }: Route.ComponentProps) {
  if (!actionData) return null;
  const { id, owed, perhaps, order } = actionData;
  const question = [
    owed > 0 && `Quedan ${formatPrice(owed)} por devolver.`,
    perhaps.length > 0 &&
      `Quizá es ${owed > 0 ? "también " : ""}del pedido ${anyOf.format(perhaps)}.`,
    "¿Marcar el desistimiento como resuelto?",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="max-w-measure">
      <title>{`${question} · ${shop.brand}`}</title>
      <h1 className="item-title">{question}</h1>
      {owed > 0 && (
        <p className="mt-2">
          Desaparecerá de la lista, con su plazo, y el dinero seguirá sin cuadrar.
        </p>
      )}
      {perhaps.length > 0 && (
        <p className="mt-2">
          Si lo marcas, podrás enviar {perhaps.length === 1 ? "ese pedido" : "esos pedidos"} sin que
          el mostrador pregunte por este desistimiento.
        </p>
      )}
      <form
        method="post"
        action={href("/mostrador/desistimientos/:id", { id })}
        className="mt-6 flex flex-wrap gap-3"
      >
        {order && <input type="hidden" name="pedido" value={order} />}
        {owed > 0 && <input type="hidden" name="debido" value={owed} />}
        {perhaps.length > 0 && <input type="hidden" name="quiza" value={perhaps.join(" ")} />}
        <Button type="submit">Sí, resuelto</Button>
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
