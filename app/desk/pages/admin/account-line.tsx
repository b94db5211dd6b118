import { href } from "react-router";
import type { pendingAccount } from "#desk/account.ts";
import { Button } from "../../../ui/button.tsx";
import { formatIban, formatMoment } from "../../shop/order-format.ts";

type Pending = NonNullable<Awaited<ReturnType<typeof pendingAccount>>>;

interface Props {
  iban: string;
  pending: Pending | undefined;
}

/** The account among the settings. */
export function AccountLine({ iban, pending }: Props) {
  return (
    <div className="border-rule border-t py-1">
      <a href={href("/mostrador/ajustes/cuenta")} className="admin-link">
        Cuenta para las transferencias: {formatIban(iban)}
      </a>
      {pending && <PendingAccount {...pending} />}
    </div>
  );
}

/** A change of the account that waits, and the button that undoes it. */
export function PendingAccount({ iban, due, token }: Pending) {
  return (
    <form
      method="post"
      action={href("/mostrador/ajustes/cuenta")}
      className="admin-warning my-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <p>
        Cambia a {formatIban(iban)} el {formatMoment(due)}.
      </p>
      <Button type="submit" name="anular" value={token}>
        Anular
      </Button>
    </form>
  );
}
