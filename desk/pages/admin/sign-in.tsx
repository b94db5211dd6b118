import { href, redirect } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { sendLink } from "../../orders/email-links.ts";
import { endAllSessions } from "../../orders/sessions.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import { readSession } from "../session.ts";
import type { Route } from "./+types/sign-in";
import { destinationOf, emailedPath } from "./destination.ts";

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const url = new URL(request.url);
  if ((await readSession(desk, request)).isOpen) throw redirect(destinationOf(url), 303);
  return { isExpired: url.searchParams.has("caducado") };
});

/** Sends the owner a link, which leads to the page that she wanted; or signs her out. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { salir } = await readForm(request);
  if (salir === undefined) {
    // The answer is the same if a link was sent a moment ago.
    const path = emailedPath(new URL(request.url));
    await sendLink(desk, "owner sign-in", path === undefined ? null : { path });
    return { isAsked: true };
  }
  const session = await readSession(desk, request);
  if (salir === "todos") {
    if (!session.isOpen) throw refusal(401);
    await endAllSessions(desk);
  }
  const headers = { "Set-Cookie": await session.end() };
  return redirect(href("/mostrador/entrar"), { status: 303, headers });
});

export const meta = () => deskMeta("Entrar en el mostrador");

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    // Posted to its own address, which holds the page that she wanted.
    <form method="post" className="max-w-[24rem]">
      <h1 className="item-title mb-4">Entrar en el mostrador</h1>
      {actionData?.isAsked ? (
        <div role="status">
          <p className="font-strong">Mira tu correo.</p>
          <p className="mt-2 text-small">
            Te ha llegado un enlace para entrar, o está al llegar: vale media hora. Si ya lo has
            usado, o no llega, espera diez minutos y pide otro.
          </p>
        </div>
      ) : (
        <>
          <p className="mb-4 text-small">
            {loaderData.isExpired && (
              <strong className="message mb-2 block">Ese enlace ya no vale. Pide otro.</strong>
            )}
            Se entra con un enlace que te enviamos por correo.
          </p>
          <Button type="submit" className="w-full" autoFocus>
            Enviarme un enlace
          </Button>
        </>
      )}
    </form>
  );
}
