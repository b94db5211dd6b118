import { data } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { confirmAccount } from "../../orders/bank-account.ts";
import { findLink } from "../../orders/email-links.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { formatIban } from "../../shop/order-format.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/confirm-account";

/** It needs no session: only the owner gets the email. Whoever has no good link is shown no account. */
export const loader = withDesk(async (desk, { params: { token } }: Route.LoaderArgs) => {
  const after = await findLink(desk, token);
  return after ? { before: (await readFacts(desk.db)).iban, after } : undefined;
});

export const action = withDesk(async (desk, { params: { token } }: Route.ActionArgs) => {
  const done = await confirmAccount(desk, token);
  return done ?? data(undefined, 409);
});

export const meta = () => deskMeta("Cuenta para las transferencias");

/** The page behind the link that confirms a new account. */
export default function ConfirmAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Cuenta para las transferencias</h1>
      {loaderData ? (
        <form method="post" className="text-small">
          <p>Ahora: {formatIban(loaderData.before)}</p>
          <p className="mt-2">
            Nueva: <strong>{formatIban(loaderData.after)}</strong>
          </p>
          <p className="mt-2">
            Quien tiene un pedido sin pagar recibe un correo con la cuenta nueva.
          </p>
          <Button type="submit" className="mt-4">
            Usar la cuenta nueva
          </Button>
        </form>
      ) : (
        <p role="status" className="text-small">
          {actionData
            ? `Hecho: cobras en ${formatIban(actionData)}.`
            : "Este enlace ya no vale, o ya se ha usado. En qué cuenta cobras lo dice «Ajustes»."}
        </p>
      )}
    </div>
  );
}
