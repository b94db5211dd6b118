import { href, redirect } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { consumeLink, findLink } from "../../orders/email-links.ts";
import { transact } from "../../storage/database.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { openSession } from "../session.ts";
import type { Route } from "./+types/enter";
import { emailedPath } from "./destination.ts";

/** Keeps the page that the owner wanted, which she sees at once if she is signed in. */
function expired({ url }: Request) {
  const path = emailedPath(new URL(url));
  const wanted = path === undefined ? "" : `&a=${encodeURIComponent(path)}`;
  return redirect(`${href("/mostrador/entrar")}?caducado${wanted}`, 303);
}

/** Opening the link does not use it up: mail scanners open all links. */
export const loader = withDesk(async (desk, { params, request }: Route.LoaderArgs) => {
  if ((await findLink(desk, params.token)) !== null) throw expired(request);
  return null;
});

/** Signs in the browser in which the button is pressed, and shows what the owner wanted. */
export const action = withDesk(async (desk, { params, request }: Route.ActionArgs) => {
  const { token } = params;
  // A guess costs a query, and no transaction.
  if ((await findLink(desk, token)) !== null) return expired(request);
  const isUsed = await transact(desk.db, (trx) => consumeLink(trx, desk, token, "sign in"));
  if (isUsed !== null) return expired(request);
  const headers = { "Set-Cookie": await openSession(desk) };
  const path = emailedPath(new URL(request.url)) ?? href("/mostrador");
  return redirect(path, { status: 303, headers });
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
