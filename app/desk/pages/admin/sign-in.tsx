import { data, href, redirect } from "react-router";
import { checkPassword } from "#desk/password.ts";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { readSession } from "../session.ts";
import type { Route } from "./+types/sign-in";
import { PasswordField, passwordError, passwordStatus } from "./password-field.tsx";

/** The admin page to return to (`a`). Any other address could be an open redirect. */
function destinationOf({ url }: Request): string {
  const wanted = new URL(url).searchParams.get("a") ?? "";
  return /^\/mostrador(?:[/?][\x21-\x7e]*)?$/.test(wanted) ? wanted : href("/mostrador");
}

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const destination = destinationOf(request);
  if ((await readSession(desk, request)).isSignedIn) throw redirect(destination, 303);
  return { destination };
});

/** Signs in, or out. */
export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { salir, contrasena = "" } = await readForm(request);
  const session = await readSession(desk, request);
  if (salir !== undefined) {
    const headers = { "Set-Cookie": await session.end() };
    return redirect(href("/mostrador/entrar"), { status: 303, headers });
  }
  const { address } = context.get(callerContext);
  const verdict = await checkPassword(desk, contrasena, { address, browser: session.browser });
  if (verdict !== "right") return data(passwordError[verdict], passwordStatus(verdict));
  const headers = { "Set-Cookie": await session.start() };
  return redirect(destinationOf(request), { status: 303, headers });
});

export const meta = () => deskMeta("Entrar en el mostrador");

export default function SignIn({ loaderData: { destination }, actionData }: Route.ComponentProps) {
  return (
    <form method="post" className="max-w-[22rem]">
      <h1 className="item-title mb-4">Entrar en el mostrador</h1>
      <PasswordField label="Contraseña" message={actionData} autoFocus />
      <Button type="submit" className="mt-2 w-full">
        Entrar
      </Button>
      {destination !== href("/mostrador") && (
        <p className="mt-4 text-caption text-quiet [overflow-wrap:anywhere]">
          Después vuelves a {new URL(shop.siteUrl).host + destination}
        </p>
      )}
    </form>
  );
}
