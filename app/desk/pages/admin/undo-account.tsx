import { data, href } from "react-router";
import { cancelAccount, pendingAccount } from "#desk/account.ts";
import { readFacts } from "#desk/facts.ts";
import { Button } from "../../../ui/button.tsx";
import { formatIban, formatMoment } from "../../shop/order-format.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/undo-account";

/**
 * The page behind the cancel link in the owner's email. It needs no session, because an attacker may have
 * taken over hers.
 */
export const loader = withDesk(async (desk, { params: { token } }: Route.LoaderArgs) => {
  const { iban } = await readFacts(desk.db, desk.settings);
  const pending = await pendingAccount(desk.db);
  return pending?.token === token ? { iban, pending } : { iban };
});

export const action = withDesk(async (desk, { params: { token } }: Route.ActionArgs) =>
  (await cancelAccount(desk, token)) ? "cancelled" : data("late", 409),
);

export const meta = () => deskMeta("Cambio de cuenta");

export default function UndoAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { iban, pending } = loaderData;
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Cambio de cuenta</h1>
      {pending ? (
        <form method="post" className="text-small">
          <p>Cuenta para las transferencias: {formatIban(iban)}</p>
          <p className="mt-2">
            Desde el {formatMoment(pending.due)}: <strong>{formatIban(pending.iban)}</strong>
          </p>
          <Button type="submit" className="mt-4">
            Anular el cambio
          </Button>
        </form>
      ) : (
        <>
          <p className="text-small">
            {actionData === "cancelled"
              ? "El cambio está anulado."
              : "Este cambio ya está hecho o anulado."}{" "}
            La cuenta para las transferencias es <strong>{formatIban(iban)}</strong>.
          </p>
          <p className="mt-4 text-small">
            Si no lo pediste tú, cambia la contraseña: alguien la conoce.
          </p>
          <p className="mt-4">
            <a href={href("/mostrador/contrasena")} className="admin-link">
              Cambiar la contraseña del mostrador
            </a>
          </p>
        </>
      )}
    </div>
  );
}
