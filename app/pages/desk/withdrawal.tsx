import { data, href } from "react-router";
import * as v from "valibot";
import { EmailLink } from "../../document/email-link.tsx";
import { formatMoment } from "../../shop/order-format.ts";
import { shop } from "../../shop/shop.ts";
import { type Withdrawal, withdrawal } from "../../shop/withdrawal.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/withdrawal";
import { readForm } from "./body.ts";
import { deskContext } from "./context.ts";
import { Fact } from "./fact.tsx";
import { notListed } from "./head.ts";

/** The page's three parts, of which one is shown. */
interface Form {
  /** What was written, and what is wrong with it. */
  written: Partial<Withdrawal>;
  wrong: { [Field in keyof Withdrawal]?: unknown };
}
type Part =
  | ({ part: "form" } & Form)
  | { part: "confirm"; declared: Withdrawal; key: string }
  | { part: "received"; declared: Withdrawal; at: number };

export const loader = (): Part => ({ part: "form", written: {}, wrong: {} });

export async function action({ request, context }: Route.ActionArgs) {
  const { key = "", step, ...written } = await readForm(request);
  const { success, output: declared, issues } = v.safeParse(withdrawal, written);
  if (!success) {
    const { nested: wrong = {} } = v.flatten<typeof withdrawal>(issues);
    return data<Part>({ part: "form", written, wrong }, 400);
  }
  if (step === "correct") return data<Part>({ part: "form", written, wrong: {} });
  if (step !== "confirm" || !/^[\da-f]{32}$/.test(key)) {
    const key = crypto.randomUUID().replaceAll("-", "");
    return data<Part>({ part: "confirm", declared, key });
  }
  const at = await context.get(deskContext).withdraw(key, declared);
  return data<Part>({ part: "received", declared, at });
}

export const meta = () => notListed;

/** Each step has a title of its own, which a screen reader says first. */
function titleOf(shown: Part): string {
  if (shown.part === "confirm") return "Confirmar el desistimiento";
  if (shown.part === "received") return "Desistimiento recibido";
  return hasFaults(shown) ? "Falta algún dato · Desistir del contrato" : "Desistir del contrato";
}

const hasFaults = ({ wrong }: Form) => Object.keys(wrong).length > 0;

/**
 * The withdrawal function of art. 11 bis of Directive 2011/83/EU: who and which contract, one button, and
 * an acknowledgement at once.
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
            <p>Esto es lo que nos va a comunicar:</p>
            <Declaration {...shown.declared} />
            <form method="post" action={href("/desistimiento")} className="mt-10">
              {Object.entries({ ...shown.declared, key: shown.key }).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
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
              Hemos recibido su desistimiento el {formatMoment(shown.at)}. Le hemos enviado el acuse
              de recibo a {shown.declared.email}.
            </p>
            <Declaration {...shown.declared} />
            <p className="mt-8">
              Si ya tiene el perfume, dispone de {shop.law.sendBackDays}&nbsp;días naturales para
              enviárnoslo: así se{" "}
              <a href={href("/politica-de-devolucion")} className="link">
                devuelve
              </a>
              . Si no le llega el acuse, escríbanos a <EmailLink />.
            </p>
          </>
        )}
      </div>
    </div>
  );
}

const messages = {
  name: "Escriba su nombre y apellidos.",
  contract: "Escriba el número de pedido o, si no lo tiene, qué compró y cuándo.",
  email: "Escriba una dirección de email válida.",
};

function WithdrawalForm({ written, wrong }: Form) {
  const field = (name: keyof Withdrawal) => ({
    name,
    defaultValue: written[name],
    message: wrong[name] ? messages[name] : undefined,
    // Without a script of ours it is the browser that leads to what is wrong.
    autoFocus: name === Object.keys(wrong)[0],
  });
  return (
    <>
      <p>
        Tiene {shop.returns.days}&nbsp;días naturales desde que recibe el perfume para desistir de
        la compra. No hace falta dar ningún motivo.
      </p>
      {hasFaults({ written, wrong }) && (
        <p role="alert" className="mt-6 font-strong text-danger">
          Falta algún dato. Corríjalo y vuelva a continuar.
        </p>
      )}
      <form method="post" action={href("/desistimiento")} noValidate className="mt-10">
        <TextField label="Nombre y apellidos" {...field("name")} autoComplete="name" />
        <TextField
          label="Contrato"
          {...field("contract")}
          hint="El número de su pedido. Si no lo tiene, qué compró y cuándo."
        />
        <TextField
          label="Email"
          {...field("email")}
          type="email"
          autoComplete="email"
          hint="Ahí le enviamos enseguida el acuse de recibo."
        />
        <Button type="submit" className="mt-4 w-full">
          Continuar
        </Button>
      </form>
    </>
  );
}

function Declaration({ name, contract, email }: Withdrawal) {
  return (
    <>
      <p className="mt-6 text-lead">«Desisto del contrato de compra {contract}».</p>
      <dl className="mt-6">
        <Fact name="Nombre">{name}</Fact>
        <Fact name="Email">{email}</Fact>
      </dl>
    </>
  );
}
