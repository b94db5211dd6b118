import { data, href, redirect } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { changeFact } from "../../orders/change-fact.ts";
import { readFactValues } from "../../orders/stored-facts.ts";
import { type Claims, claimList, parseClaims, readClaims } from "../../shop/claims.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/confirm-claims";
import { CompactField } from "./fields/compact-field.tsx";
import { Question } from "./question.tsx";

export const loader = withDesk(async (desk, _: Route.LoaderArgs) =>
  readClaims((await readFactValues(desk.db)).claims),
);

export const meta = () => deskMeta(title);

const title = "Lo que la tienda dice de ti";

/** Asks, and stores all claims once the owner has agreed to what she saw (`antes`). */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { antes, ...typed } = await readForm(request);
  const { claims, errors } = parseClaims(typed);
  const refuse = (status: number, message: string) =>
    data({ typed, errors, message, asked: undefined }, status);
  if (Object.keys(errors).length > 0) return refuse(400, "Hay algo por corregir.");
  const seen = (await readFactValues(desk.db)).claims;
  const before = readClaims(seen).claims;
  const changes = claimList
    .filter(([name]) => claims[name] !== before[name])
    .map(([name, { label }]) => ({
      name: label,
      before: before[name] || leftOut,
      after: claims[name] || leftOut,
    }));
  if (antes === undefined && changes.length > 0) {
    const asked = { changes, fields: { ...claims, antes: seen } };
    return { typed, errors, message: undefined, asked };
  }
  const row = JSON.stringify(claims);
  return (await changeFact(desk, "claims", antes ?? seen, row))
    ? redirect(`${href("/mostrador/ajustes")}?hecho=lo-que-dice`, 303)
    : refuse(409, "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.");
});

const leftOut = "No se dice";

/** Every claim that the pages make in the owner's name, to confirm, change or leave out. */
export default function ClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.asked) {
    const { changes, fields } = actionData.asked;
    return (
      <Question
        title={title}
        changes={changes}
        lines={[
          "Vale desde ahora en todas las páginas y en los términos. Los pedidos ya hechos conservan su envío y sus términos.",
        ]}
        action={href("/mostrador/lo-que-dice")}
        fields={fields}
        yes="Sí, cambiar"
        no={href("/mostrador/lo-que-dice")}
      />
    );
  }
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">{title}</h1>
      {actionData?.message && (
        <p role="alert" className="admin-warning mb-4">
          {actionData.message}
        </p>
      )}
      <ClaimsForm claims={loaderData.claims} {...actionData} />
    </div>
  );
}

interface FormProps {
  claims: Claims;
  /** What the owner has typed, with its errors. */
  typed?: Partial<Record<string, string>>;
  errors?: Partial<Claims>;
}

function ClaimsForm({ claims, typed = {}, errors = {} }: FormProps) {
  const [firstError] = Object.keys(errors);
  return (
    <form method="post" action={href("/mostrador/lo-que-dice")}>
      <p className="mb-4 text-small">
        Las páginas lo dicen en tu nombre. Confirma lo que es cierto, cambia lo que no y vacía lo
        que no quieras decir: desaparece de la tienda.
      </p>
      {claimList.map(([name, { label, hint, inputMode }]) => (
        <CompactField
          key={name}
          id={name}
          name={name}
          label={label}
          hint={hint}
          inputMode={inputMode}
          maxLength={110}
          defaultValue={typed[name] ?? claims[name]}
          message={errors[name]}
          autoFocus={firstError === name}
        />
      ))}
      <Button type="submit">Confirmar</Button>
    </form>
  );
}

/** Says which claims the owner has not confirmed. */
export function Unconfirmed({ claims, unconfirmed }: ReturnType<typeof readClaims>) {
  const said = claimList
    .filter(([name]) => unconfirmed.includes(name))
    .map(([name, { says }]) => says(claims[name]));
  if (said.length === 0) return null;
  return (
    <details className="admin-warning mb-4">
      <summary>
        {said.length === 1 ? "Un dato" : `${said.length}\u00a0datos`} de la tienda por confirmar
      </summary>
      <ul className="my-2 list-disc pl-5 font-regular">
        {said.map((claim) => (
          <li key={claim}>{claim}</li>
        ))}
      </ul>
      <a href={href("/mostrador/lo-que-dice")} className="admin-link">
        Confirmarlo o cambiarlo
      </a>
    </details>
  );
}
