import { href, redirect } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { consumeLink, findLink } from "../../orders/email-links.ts";
import { transact } from "../../storage/database.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { openSession } from "../session.ts";
import type { Route } from "./+types/enter";

const expired = () => redirect(`${href("/mostrador/entrar")}?caducado`, 303);

/** Opening the link does not use it up: mail scanners open all links. */
export const loader = withDesk(async (desk, { params: { token } }: Route.LoaderArgs) => {
  if ((await findLink(desk, token)) !== null) throw expired();
  return null;
});

/** Signs in the browser in which the button is pressed. */
export const action = withDesk(async (desk, { params: { token } }: Route.ActionArgs) => {
  // A guess costs a query, and no transaction.
  if ((await findLink(desk, token)) !== null) return expired();
  const isUsed = await transact(desk.db, (trx) => consumeLink(trx, desk, token, "sign in"));
  if (isUsed !== null) return expired();
  const headers = { "Set-Cookie": await openSession(desk) };
  return redirect(href("/mostrador"), { status: 303, headers });
});

export const meta = () => deskMeta("Entrar en el mostrador");

/** The page behind the link of a sign-in email. */
export default function Enter() {
  return (
    <form method="post" className="max-w-[24rem]">
      <h1 className="item-title mb-4">Entrar en el mostrador</h1>
      <Button type="submit" className="w-full" autoFocus>
        Entrar
      </Button>
      <p className="mt-4 text-small">
        Entras en este navegador y sigues dentro hasta 30 días después de la última vez. Si lo
        prefieres en otro, copia allí la dirección de esta página antes de pulsar.
      </p>
    </form>
  );
}
