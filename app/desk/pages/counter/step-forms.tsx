import type { ReactNode } from "react";
import { href } from "react-router";
import { countries } from "../../../shop/countries.ts";
import { formatAmount, formatPrice } from "../../../shop/money.ts";
import { Button } from "../../../ui/button.tsx";
import { stateNames } from "../../shop/order-format.ts";
import { balance, discountToUndo, type Recipient } from "../../shop/order-rules.ts";
import { unpaid } from "../../shop/order-words.ts";
import { dayOf } from "../../shop/time.ts";
import { CompactField, CompactSelect } from "./compact-field.tsx";
import { fieldNames } from "./field-names.ts";
import type { OrderData } from "./read-order.ts";
import { type StepName, stampOfDetails, type Tried, tooShortWords } from "./step-rules.ts";

export interface StepProps extends Pick<OrderData, "order" | "byCard" | "history" | "now"> {
  tried?: Tried | undefined;
}

interface StepForm {
  /** The label of its button, and of its line in the list. */
  label: string;
  /** Its fields. */
  Fields?: (props: StepProps) => ReactNode;
}

/** The form of each step (step-rules.ts). */
const stepForms: Record<StepName, StepForm> = {
  cobrado: {
    label: "Anotar un cobro",
    Fields: (props) => (
      <Amount
        {...props}
        step="cobrado"
        label="Importe que ha llegado, en euros"
        value={unpaid(props.order)}
        seen={props.order.received}
        dated="Cuándo llegó"
      />
    ),
  },
  "dar-por-pagado": {
    label: "Dar por pagado",
    Fields: (props) => (
      <>
        <p className="mb-3 text-small">
          {tooShortWords(props.order) ??
            `Los ${formatPrice(unpaid(props.order))} que faltan quedan como descuento.`}
        </p>
        <Seen {...props} step="dar-por-pagado" value={props.order.received} />
      </>
    ),
  },
  devuelto: {
    label: "Anotar una devolución",
    Fields: (props) => (
      <Amount
        {...props}
        step="devuelto"
        label="Importe que has devuelto, en euros"
        hint="Aquí solo queda anotado: el dinero lo envías tú desde el banco."
        value={refundDue(props.order)}
        seen={props.order.refunded}
        dated="Cuándo lo devolviste"
      />
    ),
  },
  stripe: {
    label: "Devolver por Stripe",
    Fields: (props) => (
      <Amount
        {...props}
        step="stripe"
        label="Importe que Stripe devuelve, en euros"
        hint={`Stripe manda el dinero a quien pagó. Hasta ${formatPrice(props.byCard)}.`}
        value={Math.min(refundDue(props.order), props.byCard)}
        seen={props.order.refunded}
      />
    ),
  },
  "corregir-cobro": {
    label: "Corregir lo cobrado",
    Fields: (props) => (
      <Correction {...props} step="corregir-cobro" label="Lo que de verdad ha llegado, en euros" />
    ),
  },
  "corregir-devolucion": {
    label: "Corregir lo devuelto",
    Fields: (props) => (
      <Correction
        {...props}
        step="corregir-devolucion"
        label="Lo que de verdad has devuelto, en euros"
      />
    ),
  },
  enviado: {
    label: "Marcar como enviado",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "enviado", "nota")}
        label="Seguimiento, si lo hay"
        hint="Un número o una dirección web. Va en el correo."
        maxLength={200}
      />
    ),
  },
  seguimiento: {
    label: "Corregir el seguimiento",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "seguimiento", "nota")}
        label="Seguimiento"
        hint="El comprador recibe un correo con él."
        maxLength={200}
      />
    ),
  },
  entregado: {
    label: "Marcar como entregado",
    Fields: (props) => (
      <Day
        {...props}
        step="entregado"
        label="Cuándo llegó el paquete"
        hint="Desde ese día cuenta el plazo para desistir."
      />
    ),
  },
  aceptado: { label: "Aceptar el pedido" },
  anulado: {
    label: "Anular el pedido",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "anulado", "nota")}
        label="Motivo, solo para ti"
        maxLength={200}
      />
    ),
  },
  "venta-anulada": {
    label: "Anular la venta",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "venta-anulada", "nota")}
        label="Por qué"
        hint="Quita lo cobrado de las cuentas y repone los frascos. Si la venta fue otra, anótala de nuevo."
        maxLength={200}
      />
    ),
  },
  deshacer: {
    label: "Deshacer",
    Fields: ({ order, history }) => {
      const discount = discountToUndo(history);
      return (
        <>
          <p className="mb-3 text-small">
            {discount
              ? `Quita el descuento de ${formatPrice(discount.amount)}.`
              : `El pedido vuelve al estado anterior a «${stateNames[order.state]}».`}{" "}
            Si el correo ya ha salido, sale otro que lo corrige.
          </p>
          <input type="hidden" name="paso" value={discount ? "discount" : order.state} />
        </>
      );
    },
  },
  desistido: {
    label: "Anotar un desistimiento",
    Fields: (props) => <Day {...props} step="desistido" label="Cuándo llegó" />,
  },
  // Both are buttons of a withdrawal (order-page.tsx).
  "es-de-este": { label: "Es de este pedido" },
  "no-es-de-este": { label: "No es de este pedido" },
  rechazado: {
    label: "Rechazar el desistimiento",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "rechazado", "nota")}
        label="Por qué"
        hint="Va en el correo al comprador."
        maxLength={500}
      />
    ),
  },
  "no-desiste": { label: "El comprador no desiste" },
  datos: { label: "Corregir los datos", Fields: (props) => <Details {...props} /> },
  factura: { label: "Factura enviada" },
  olvidar: {
    label: "Borrar los datos personales",
    Fields: () => (
      <p className="mb-3 text-small">
        Borra nombre, email, teléfono, dirección, correos y notas; quedan lo vendido y su importe.
        No se puede deshacer. Hacienda puede pedirte los datos de una venta durante años: borra solo
        si la ley te lo permite.
      </p>
    ),
  },
  nota: {
    label: "Añadir una nota",
    Fields: (props) => (
      <CompactField
        {...fieldOf(props, "nota", "nota")}
        label="Nota, solo para ti"
        maxLength={500}
      />
    ),
  },
};

/** A form that is shown open. */
export function Step({ step, look, ...props }: StepProps & { step: StepName; look?: "quiet" }) {
  const { label, Fields } = stepForms[step];
  return (
    <form
      method="post"
      action={href("/mostrador/:id/:step", { id: props.order.id, step })}
      noValidate
    >
      {Fields?.(props)}
      <Button type="submit" look={look}>
        {label}
      </Button>
    </form>
  );
}

/** A form in the list. It opens on demand, or if it has an error. */
export function FoldedStep({
  step,
  isOpen = false,
  ...props
}: StepProps & { step: StepName; isOpen?: boolean }) {
  return (
    <details id={step} className="counter-step" open={isOpen || props.tried?.step === step}>
      <summary>{stepForms[step].label}</summary>
      <Step step={step} look="quiet" {...props} />
    </details>
  );
}

/** Invalid values are kept and marked, and the browser focuses the first one. */
function fieldOf({ tried }: StepProps, step: StepName, name: string, value?: string) {
  const here = tried?.step === step ? tried : undefined;
  return {
    id: `${step}-${name}`,
    name,
    defaultValue: here?.fields[name] ?? value,
    message: here?.wrong[name],
    autoFocus: here && Object.keys(here.wrong)[0] === name,
  };
}

/**
 * What the page shows of the order. An invalid form keeps what it was sent with, because its other
 * values are from then too.
 */
function Seen({ step, value, ...props }: StepProps & { step: StepName; value: number | string }) {
  const { name, defaultValue } = fieldOf(props, step, "visto", String(value));
  return <input type="hidden" name={name} value={defaultValue} />;
}

interface AmountProps extends StepProps {
  step: StepName;
  label: string;
  hint?: string;
  /** The proposed amount in cents, if there is one. */
  value: number;
  /** The cents of this side that the page shows: a form that is sent twice counts once. */
  seen: number;
  /** The label of its day, if it has one. */
  dated?: string;
}

function Amount({ step, label, hint, value, seen, dated, ...props }: AmountProps) {
  return (
    <>
      <CompactField
        {...fieldOf(props, step, "importe", value > 0 ? formatAmount(value) : "")}
        label={label}
        hint={hint}
        inputMode="decimal"
      />
      {dated && <Day {...props} step={step} label={dated} />}
      <Seen {...props} step={step} value={seen} />
    </>
  );
}

interface DayProps extends StepProps {
  step: StepName;
  label: string;
  hint?: string;
  /** The proposed day, if that is not today. */
  value?: string | undefined;
}

/** The day on which something happened. The owner often records it later. */
function Day({ step, label, hint, value, ...props }: DayProps) {
  const today = dayOf(props.now);
  return (
    <CompactField
      {...fieldOf(props, step, "fecha", value ?? today)}
      label={label}
      hint={hint}
      type="date"
      max={today}
    />
  );
}

function Correction(props: StepProps & { step: StepName; label: string }) {
  const { order, step, label, history } = props;
  const [side, seen] =
    step === "corregir-cobro"
      ? (["received", order.received] as const)
      : (["refund", order.refunded] as const);
  const last = history.findLast(({ what }) => what === side);
  return (
    <>
      <Amount
        {...props}
        label={label}
        hint={`Está anotado: ${formatPrice(seen)}.`}
        value={0}
        seen={seen}
      />
      <Day
        {...props}
        label="Qué día"
        hint="La corrección va a las cuentas de ese día, que es el del último apunte."
        value={last && (last.day ?? dayOf(last.at))}
      />
      <CompactField {...fieldOf(props, step, "nota")} label="Por qué" maxLength={200} />
    </>
  );
}

/** The overpayment, or else the whole balance. */
function refundDue(order: OrderData["order"]): number {
  const surplus = balance(order) - order.total;
  const isOn = ["pending", "paid", "shipped", "delivered"].includes(order.state);
  return isOn && order.withdrawnAt === null && surplus > 0 ? surplus : balance(order);
}

function Details(props: StepProps) {
  const { order } = props;
  const field = (name: keyof Recipient) => ({
    ...fieldOf(props, "datos", name, order[name] ?? ""),
    label: fieldNames[name],
  });
  const country = field("country");
  const choices = countries.some(([code]) => code === country.defaultValue)
    ? countries
    : [[country.defaultValue, country.defaultValue], ...countries];
  return (
    <>
      <Seen {...props} step="datos" value={stampOfDetails(order)} />
      <CompactField {...field("firstName")} />
      <CompactField {...field("lastName")} />
      <CompactField {...field("email")} type="email" />
      <CompactField {...field("phone")} type="tel" />
      <CompactField {...field("address")} />
      <CompactField {...field("postalCode")} inputMode="numeric" />
      <CompactField {...field("city")} />
      <CompactSelect {...country}>
        {choices.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </CompactSelect>
    </>
  );
}
