import { data, href } from "react-router";
import * as v from "valibot";
import { EmailLink } from "../../app/document/email-link.tsx";
import { shop } from "../../app/shop/shop.ts";
import { Button } from "../../app/ui/button.tsx";
import { SelectField, TextField } from "../../app/ui/field.tsx";
import { PageTitle } from "../../app/ui/page-title.tsx";
import { Row } from "../../app/ui/row.tsx";
import { withinLimits } from "../orders/network-limits.ts";
import { readFacts } from "../orders/stored-facts.ts";
import { isCollected, withdraw } from "../orders/withdrawals.ts";
import { countBottles, formatMoment } from "../shop/order-format.ts";
import { withdrawWithin } from "../shop/order-texts.ts";
import { seller } from "../shop/seller.ts";
import {
  declaration,
  longest,
  mostBottles,
  numbersTo,
  type Withdrawal,
  withdrawal,
} from "../shop/withdrawal.ts";
import type { Route } from "./+types/withdrawal-page";
import { readForm } from "./body.ts";
import { callerContext, withDesk } from "./context.ts";
import { notListed } from "./head.ts";
import { refusal } from "./refusal.tsx";

interface Form {
  /** The entered values and their messages. */
  values: { [Field in keyof Withdrawal]?: string };
  errors: { [Field in keyof Withdrawal]?: string[] | undefined };
}
/** The three steps of the page. */
type Part =
  | ({ part: "form" } & Form)
  | { part: "confirm"; declared: Withdrawal; key: string }
  | { part: "received"; declared: Withdrawal; at: number; isCollected: boolean };

/** Prefills the order number from a link on the order's page. */
export function loader({ request }: Route.LoaderArgs): Part {
  const contract = new URL(request.url).searchParams.get("pedido") ?? "";
  return { part: "form", values: { contract: contract.slice(0, longest.contract) }, errors: {} };
}

export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { key = "", step, ...values } = await readForm(request);
  const { success, output: declared, issues } = v.safeParse(withdrawal, values);
  if (!success) {
    const { nested: errors = {} } = v.flatten<typeof withdrawal>(issues);
    return data<Part>({ part: "form", values, errors }, 400);
  }
  if (step === "correct") return data<Part>({ part: "form", values, errors: {} });
  if (step !== "confirm" || !/^[\da-f]{32}$/.test(key)) {
    const key = crypto.randomUUID().replaceAll("-", "");
    return data<Part>({ part: "confirm", declared, key });
  }
  const { address } = context.get(callerContext);
  const asked = { form: "withdrawal", key, bottles: 0 } as const;
  const answer = await withinLimits(desk, address, asked, () => withdraw(desk, key, declared));
  if ("refused" in answer) {
    const { email } = await readFacts(desk.db);
    throw refusal(429, tooManyHere(email), {
      "Retry-After": String(Math.ceil(answer.wait / 1000)),
    });
  }
  const stored = answer.result;
  return data<Part>({
    part: "received",
    declared: stored,
    at: stored.at,
    isCollected: await isCollected(desk.db, stored),
  });
});

const tooManyHere = (email: string) =>
  `Han llegado muchas peticiones desde tu conexión. Si quieres desistir ahora, escríbenos a ${email}: vale igual.`;

export const meta = () => notListed;

/** Each step has its own title, which screen readers read first. */
function titleOf(shown: Part): string {
  if (shown.part === "confirm") return "Confirmar el desistimiento";
  if (shown.part === "received") return "Desistimiento recibido";
  return hasErrors(shown) ? "Revisa los datos · Desistir del contrato" : "Desistir del contrato";
}

const hasErrors = ({ errors }: Form) => Object.keys(errors).length > 0;

/**
 * The withdrawal function of art. 11 bis of Directive 2011/83/EU: who and which contract, one
 * button, and an immediate acknowledgement.
 */
export default function WithdrawalPage({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  return (
    <div className="page-width pt-14 pb-24 md:pt-24 md:pb-32">
      <title>{`${titleOf(shown)} · ${shop.brand}`}</title>
      <PageTitle>Desistir del contrato</PageTitle>
      <div className="mt-8 max-w-measure">
        {shown.part === "form" && <WithdrawalForm {...shown} />}
        {shown.part === "confirm" && (
          <>
            <p>Esto es lo que nos comunicas:</p>
            <Declaration {...shown.declared} />
            <form method="post" action={href("/desistimiento")} className="mt-10">
              {Object.entries({ ...shown.declared, key: shown.key }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value ?? ""} />
              ))}
              <Button type="submit" name="step" value="confirm" className="w-full">
                Confirmar desistimiento
              </Button>
              <Button
                type="submit"
                name="step"
                value="correct"
                look="quiet"
                className="mt-4 w-full"
              >
                Corregir los datos
              </Button>
            </form>
          </>
        )}
        {shown.part === "received" && (
          <>
            <p className="text-lead">
              Hemos recibido tu desistimiento el {formatMoment(shown.at)}. {receipt(shown)}; esta
              página también lo es.
            </p>
            <Declaration {...shown.declared} />
            <p className="mt-8">
              Si ya tienes el perfume y estás en plazo, envíanoslo a {seller.name}, {seller.address}
              , en los {shop.law.sendBackDays}&nbsp;días naturales siguientes a este aviso, con tu
              nombre y el número de tu pedido en el paquete:{" "}
              <a href={href("/politica-de-devolucion")} className="link">
                cómo se devuelve
              </a>
              . Si no te llega el acuse, escríbenos a <EmailLink />.
            </p>
          </>
        )}
      </div>
    </div>
  );
}

const receipt = ({ declared: { email }, isCollected }: Part & { part: "received" }) =>
  isCollected
    ? `Mañana te enviamos a ${email} el acuse de recibo de todos los de hoy`
    : `Te enviamos el acuse de recibo a ${email}`;

function WithdrawalForm({ values, errors }: Form) {
  const field = (name: keyof Withdrawal) => ({
    name,
    defaultValue: values[name],
    message: errors[name]?.[0],
    // Without a script the browser has to focus the first invalid field.
    autoFocus: name === Object.keys(errors)[0],
  });
  return (
    <>
      <p>Tienes {withdrawWithin} para desistir de la compra. No hace falta decir por qué.</p>
      {hasErrors({ values, errors }) && (
        <p role="alert" className="mt-6 font-strong text-danger">
          Hay algo por corregir. Corrígelo y pulsa «Continuar».
        </p>
      )}
      <form method="post" action={href("/desistimiento")} noValidate className="mt-10">
        <TextField label="Nombre y apellidos" {...field("name")} autoComplete="name" />
        <TextField
          label="Número de pedido"
          {...field("contract")}
          hint="Si no lo tienes, dinos qué compraste y cuándo."
        />
        <SelectField label="De cuánto desistes" {...field("bottles")}>
          <option value="todo">Todo el pedido</option>
          {numbersTo(mostBottles).map((count) => (
            <option key={count} value={count}>
              {countBottles(count)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Email"
          {...field("email")}
          type="email"
          autoComplete="email"
          hint="Te enviaremos enseguida el acuse de recibo."
        />
        <Button type="submit" className="mt-4 w-full">
          Continuar
        </Button>
      </form>
    </>
  );
}

function Declaration({ name, email, ...declared }: Withdrawal) {
  return (
    <>
      <p className="mt-6 text-lead [overflow-wrap:anywhere]">{declaration(declared)}</p>
      <dl className="mt-6 [overflow-wrap:anywhere]">
        <Row name="Nombre">
          <span translate="no">{name}</span>
        </Row>
        <Row name="Email">
          <span translate="no">{email}</span>
        </Row>
      </dl>
    </>
  );
}
