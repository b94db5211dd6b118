import { href } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/withdrawals";
import { backTo } from "./back-to.ts";
import { WithdrawalTask } from "./to-do.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const before = new URL(request.url).searchParams.get("antes") ?? undefined;
  return { ...(await desk.unclearWithdrawals(before)), now: desk.now() };
}

/** Marks the withdrawals that the page showed as handled. */
export async function action({ request, context }: Route.ActionArgs) {
  const { vistos = "" } = await readForm(request);
  await context.get(deskContext).handleUnclear(vistos.split(" "));
  throw backTo({});
}

export const meta = () => deskMeta("Desistimientos por aclarar");

/** The withdrawals that perhaps mean an order, or match none, the newest first. */
export default function Withdrawals({ loaderData }: Route.ComponentProps) {
  const { unclear, unclearCount, next, now } = loaderData;
  const isPerhaps = ({ orders }: (typeof unclear)[number]) =>
    orders.some(({ certainty }) => certainty === "perhaps");
  return (
    <>
      <h1 className="item-title">
        Desistimientos por aclarar <b>{unclearCount}</b>
      </h1>
      <ul className="mt-4">
        {unclear.map((withdrawal) => (
          <WithdrawalTask key={withdrawal.id} {...withdrawal} now={now} />
        ))}
      </ul>
      {next && (
        <p className="mt-4">
          <a href={`${href("/mostrador/desistimientos")}?antes=${next}`} className="button">
            Desistimientos anteriores
          </a>
        </p>
      )}
      <div className="mt-10">
        <AllHandled
          of="los de esta página sin pedido"
          warning="Míralos antes: un desistimiento de verdad vale aunque no diga el número del pedido."
          shown={unclear.filter((withdrawal) => !isPerhaps(withdrawal))}
        />
        <AllHandled
          of="los de esta página con un «Quizá»"
          warning="Míralos antes: después podrás enviar esos pedidos sin que el mostrador pregunte por estos desistimientos."
          shown={unclear.filter(isPerhaps)}
        />
      </div>
    </>
  );
}

interface AllHandledProps {
  of: string;
  warning: string;
  shown: { id: string }[];
}

/** Marks several at once. The form sends what the page shows: a newer one stays open. */
function AllHandled({ of, warning, shown }: AllHandledProps) {
  if (shown.length < 2) return null;
  return (
    <details className="counter-step">
      <summary>
        Marcar como resueltos {of} ({shown.length})
      </summary>
      <form method="post">
        <p className="mb-3 text-small">{warning}</p>
        <Button
          type="submit"
          name="vistos"
          value={shown.map(({ id }) => id).join(" ")}
          look="quiet"
        >
          Todos resueltos
        </Button>
      </form>
    </details>
  );
}
