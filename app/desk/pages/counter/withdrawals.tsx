import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/withdrawals";
import { backTo } from "./back-to.ts";
import { WithdrawalTask } from "./to-do.tsx";

/** Anybody can send any number of withdrawals, so they are shown up to a limit. */
const mostShown = 200;

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  return { ...(await desk.openWithdrawals(mostShown)), now: desk.now() };
}

/** Marks all withdrawals without an order as handled, up to the newest that the page showed. */
export async function action({ request, context }: Route.ActionArgs) {
  const { hasta } = await readForm(request);
  await context.get(deskContext).handleUnmatched(Number(hasta) || 0);
  throw backTo({});
}

export const meta = () => deskMeta("Desistimientos sin pedido");

/** The withdrawals that match no order, the newest first. */
export default function Withdrawals({ loaderData }: Route.ComponentProps) {
  const { withdrawals, unmatchedCount, now } = loaderData;
  const unmatched = withdrawals.filter(({ orders }) => orders.length === 0);
  const [newest] = unmatched;
  return (
    <>
      <h1 className="item-title">
        Desistimientos sin pedido <b>{unmatchedCount}</b>
      </h1>
      {unmatchedCount > unmatched.length && (
        <p className="text-quiet text-small">Estos son los {unmatched.length} últimos.</p>
      )}
      <ul className="mt-4">
        {unmatched.map((withdrawal) => (
          <WithdrawalTask key={withdrawal.id} {...withdrawal} now={now} />
        ))}
      </ul>
      {newest && unmatchedCount > 1 && (
        <details className="counter-step mt-10">
          <summary>Marcar los {unmatchedCount} como resueltos</summary>
          <form method="post">
            <p className="mb-3 text-small">
              Míralos antes: un desistimiento de verdad vale aunque no diga el número del pedido.
            </p>
            <Button type="submit" name="hasta" value={newest.at} look="quiet">
              Todos resueltos
            </Button>
          </form>
        </details>
      )}
    </>
  );
}
