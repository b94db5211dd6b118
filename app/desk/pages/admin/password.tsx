import { data, href, redirect } from "react-router";
import { changePassword, validatePassword } from "#desk/password.ts";
import { Button } from "../../../ui/button.tsx";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { readSession, sessionContext } from "../session.ts";
import type { Route } from "./+types/password";
import { CompactField } from "./compact-field.tsx";
import { PasswordField, passwordError, passwordStatus } from "./password-field.tsx";

export const loader = ({ request }: Route.LoaderArgs) => ({
  isDone: new URL(request.url).searchParams.has("hecho"),
});

interface Errors {
  current?: string | undefined;
  password?: string;
  repeated?: string;
}

export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { contrasena = "", nueva = "", repetida = "" } = await readForm(request);
  const error = validatePassword(nueva);
  if (error !== undefined) return data<Errors>({ password: error }, 400);
  if (nueva !== repetida) return data<Errors>({ repeated: "No es igual que la nueva." }, 400);
  const { address } = context.get(callerContext);
  const { browser } = context.get(sessionContext);
  const verdict = await changePassword(desk, contrasena, nueva, { address, browser });
  if (verdict !== "right")
    return data<Errors>({ current: passwordError[verdict] }, passwordStatus(verdict));
  // This browser goes on, with a session of the new password.
  const headers = { "Set-Cookie": await (await readSession(desk, request)).start() };
  return redirect(`${href("/mostrador/contrasena")}?hecho`, { status: 303, headers });
});

export const meta = () => deskMeta("Contraseña del mostrador");

/** Changes the admin password. */
export default function Password({
  loaderData: { isDone },
  actionData = {},
}: Route.ComponentProps) {
  const { current, password, repeated } = actionData;
  const isFirst = !password && !repeated;
  return (
    <div className="max-w-[22rem]">
      <h1 className="item-title mb-4">Contraseña del mostrador</h1>
      {isDone && (
        <p role="status" className="mb-4 text-small">
          <strong>La contraseña ha cambiado.</strong> En los demás navegadores hay que entrar con la
          nueva.
        </p>
      )}
      <form method="post" action={href("/mostrador/contrasena")}>
        <PasswordField
          label="Contraseña de ahora"
          message={current}
          autoFocus={isFirst && current !== undefined}
        />
        <CompactField
          id="nueva"
          name="nueva"
          label="Contraseña nueva"
          hint="Al menos 12 caracteres, 6 de ellos distintos."
          message={password}
          type="password"
          autoComplete="new-password"
          autoFocus={password !== undefined}
        />
        <CompactField
          id="repetida"
          name="repetida"
          label="La nueva, otra vez"
          message={repeated}
          type="password"
          autoComplete="new-password"
          autoFocus={repeated !== undefined}
        />
        <Button type="submit" className="mt-2">
          Cambiar la contraseña
        </Button>
      </form>
      <p className="mt-4 text-small">
        Cierra las sesiones de los demás navegadores, por ejemplo la de un teléfono robado.
      </p>
    </div>
  );
}
