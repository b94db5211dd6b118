import { EmailLink } from "../../document/email-link.tsx";
import { shop } from "../../shop/shop.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { deskMeta } from "./desk-meta.ts";
import { Fact } from "./fact.tsx";
import { Each, slot } from "./slots.tsx";

export const meta = () => deskMeta("Desistir del contrato");

/**
 * The withdrawal function of art. 11 bis of Directive 2011/83/EU: who and which contract, one button, and
 * an acknowledgement at once. One page with three parts, of which the desk shows one.
 */
export default function Withdrawal() {
  return (
    <div className="page-width pt-14 pb-24 md:pt-24 md:pb-32">
      <PageTitle>Desistir del contrato</PageTitle>
      <div className="mt-8 max-w-measure">
        <Each of="form">
          <p>
            Tiene {shop.returns.days}&nbsp;días naturales desde que recibe el perfume para desistir
            de la compra. No hace falta dar ningún motivo.
          </p>
          <Each of="wrong">
            <p role="alert" className="mt-6 font-strong text-danger">
              Falta algún dato. Corríjalo y vuelva a continuar.
            </p>
          </Each>
          <form method="post" action="/desistimiento" noValidate className="mt-10">
            <Field name="name" label="Nombre y apellidos" autoComplete="name" />
            <Field
              name="contract"
              label="Contrato"
              hint="El número de su pedido. Si no lo tiene, qué compró y cuándo."
            />
            <Field
              name="email"
              label="Email"
              type="email"
              autoComplete="email"
              hint="Ahí le enviamos enseguida el acuse de recibo."
            />
            <Button type="submit" className="mt-4 w-full">
              Continuar
            </Button>
          </form>
        </Each>
        <Each of="confirm">
          <p>Esto es lo que nos va a comunicar:</p>
          <Declaration />
          <form method="post" action="/desistimiento" className="mt-10">
            <Given name="name" />
            <Given name="contract" />
            <Given name="email" />
            <Given name="key" />
            <Button type="submit" name="step" value="confirm" className="w-full">
              Confirmar desistimiento
            </Button>
            <Button type="submit" name="step" value="correct" look="quiet" className="mt-4 w-full">
              Corregir los datos
            </Button>
          </form>
        </Each>
        <Each of="received">
          <p className="text-lead">
            Hemos recibido su desistimiento el {slot("at")}. Le hemos enviado el acuse de recibo a{" "}
            {slot("email")}.
          </p>
          <Declaration />
          <p className="mt-8">
            Si ya tiene el perfume, dispone de {shop.law.sendBackDays}&nbsp;días naturales para
            enviárnoslo: así se{" "}
            <a href="/politica-de-devolucion" className="link">
              devuelve
            </a>
            . Si no le llega el acuse, escríbanos a <EmailLink />.
          </p>
        </Each>
      </div>
    </div>
  );
}

function Declaration() {
  return (
    <>
      <p className="mt-6 text-lead">«Desisto del contrato de compra {slot("contract")}».</p>
      <dl className="mt-6">
        <Fact name="Nombre">{slot("name")}</Fact>
        <Fact name="Email">{slot("email")}</Fact>
      </dl>
    </>
  );
}

const Given = ({ name }: { name: string }) => (
  <input type="hidden" name={name} value={slot(name)} />
);

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  type?: string;
  autoComplete?: string;
}

/** As the checkout's fields, with value, message and state filled in by the desk. */
function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <div>
      <label htmlFor={name} className="text-small text-quiet">
        {label}
      </label>
      <input
        {...input}
        id={name}
        name={name}
        defaultValue={slot(`form.${name}`)}
        aria-required
        aria-invalid={slot(`invalid.${name}`) as "true" | "false"}
        aria-describedby={`${hint ? `${name}-hint ` : ""}${name}-message`}
        className="field block h-12 w-full text-body"
      />
      {hint && (
        <p id={`${name}-hint`} className="pt-1.5 text-caption text-quiet">
          {hint}
        </p>
      )}
      <p id={`${name}-message`} className="message">
        {slot(`mistakes.${name}`)}
      </p>
    </div>
  );
}
