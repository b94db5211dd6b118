import { data, href } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { validateFact } from "../../orders/change-fact.ts";
import { sendLink } from "../../orders/email-links.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { formatIban } from "../../shop/order-format.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/account";
import { CompactField } from "./fields/compact-field.tsx";

export const loader = withDesk(async (desk, _: Route.LoaderArgs) => ({
  iban: (await readFacts(desk.db)).iban,
}));

interface Asked {
  typed: string;
  error?: string;
}

export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { iban: typed = "" } = await readForm(request);
  const valid = validateFact("SELLER_IBAN", typed);
  if ("error" in valid) return data<Asked>({ typed, error: valid.error }, 400);
  if (await sendLink(desk, "owner account confirmation", { iban: valid.value }))
    return data<Asked>({ typed: valid.value });
  const error =
    "Hace menos de diez minutos que te enviamos un correo para cambiarla: espera un poco.";
  return data<Asked>({ typed, error }, 429);
});

export const meta = () => deskMeta("Cuenta para las transferencias");

/** Changes the account for transfers, once the owner has confirmed it from her email. */
export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, error } = actionData ?? {};
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Cuenta para las transferencias</h1>
      <p className="mb-4 text-small">
        Ahora: <strong>{formatIban(loaderData.iban)}</strong>
      </p>
      {typed !== undefined && error === undefined ? (
        <p role="status" className="text-small">
          <strong>Mira tu correo.</strong> Te hemos enviado un enlace para confirmar{" "}
          {formatIban(typed)}. Hasta entonces vale la de ahora.
        </p>
      ) : (
        <form method="post">
          <CompactField
            id="iban"
            name="iban"
            label="Nuevo IBAN"
            message={error}
            defaultValue={typed}
            autoFocus={error !== undefined}
            maxLength={50}
          />
          <Button type="submit" className="mt-2">
            Cambiar la cuenta
          </Button>
          <p className="mt-4 text-small">
            Te enviamos un enlace por correo, y la cuenta nueva vale cuando lo confirmas. Quien
            tiene un pedido sin pagar recibe entonces un correo con ella.
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
