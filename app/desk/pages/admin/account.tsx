import { data, href, redirect } from "react-router";
import { cancelAccount, pendingAccount, scheduleAccount } from "#desk/account.ts";
import { readFacts, validateFact } from "#desk/facts.ts";
import { checkPassword } from "#desk/password.ts";
import { Button } from "../../../ui/button.tsx";
import { formatIban, formatMoment } from "../../shop/order-format.ts";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { sessionContext } from "../session.ts";
import type { Route } from "./+types/account";
import { CompactField } from "./compact-field.tsx";
import { PasswordField, passwordError, passwordStatus } from "./password-field.tsx";

export const loader = withDesk(async (desk, _: Route.LoaderArgs) => ({
  iban: (await readFacts(desk.db, desk.settings)).iban,
  pending: await pendingAccount(desk.db),
}));

interface Tried {
  typed: string;
  ibanError?: string;
  passwordError?: string | undefined;
}

export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { anular, iban: typed = "", contrasena = "" } = await readForm(request);
  const done = () => redirect(href("/mostrador/ajustes/cuenta"), 303);
  if (anular !== undefined) {
    await cancelAccount(desk, anular);
    return done();
  }
  const valid = validateFact(desk, "SELLER_IBAN", typed);
  if ("error" in valid) return data<Tried>({ typed, ibanError: valid.error }, 400);
  const { address } = context.get(callerContext);
  const { browser } = context.get(sessionContext);
  const verdict = await checkPassword(desk, contrasena, { address, browser });
  if (verdict !== "right")
    return data<Tried>({ typed, passwordError: passwordError[verdict] }, passwordStatus(verdict));
  if (await scheduleAccount(desk, valid.value)) return done();
  return data<Tried>({ typed, ibanError: "Ya hay un cambio en espera." }, 409);
});

export const meta = () => deskMeta("Cuenta para las transferencias");

/** Changes the account for transfers, after the password and a wait. */
export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { iban, pending } = loaderData;
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Cuenta para las transferencias</h1>
      <p className="mb-4 text-small">
        Ahora: <strong>{formatIban(iban)}</strong>
      </p>
      {pending ? (
        <PendingAccount {...pending} />
      ) : (
        <form method="post">
          <CompactField
            id="iban"
            name="iban"
            label="Nuevo IBAN"
            hint="Si lo dejas vacío, el del archivo de ajustes."
            message={actionData?.ibanError}
            defaultValue={actionData?.typed}
            autoFocus={actionData?.ibanError !== undefined}
            maxLength={50}
          />
          <PasswordField
            message={actionData?.passwordError}
            autoFocus={actionData?.passwordError !== undefined}
          />
          <Button type="submit" className="mt-2">
            Cambiar la cuenta
          </Button>
          <p className="mt-4 text-small">
            La cuenta nueva vale a los 15&nbsp;minutos. Mientras tanto puedes anular el cambio, aquí
            o desde el correo que te enviamos. Después, quien tiene un pedido sin pagar recibe un
            correo con la cuenta nueva.
          </p>
        </form>
      )}
      <p className="mt-4">
        <a href={href("/mostrador/ajustes")} className="admin-link">
          Ajustes
        </a>
      </p>
    </div>
  );
}

type Pending = NonNullable<Route.ComponentProps["loaderData"]["pending"]>;

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
