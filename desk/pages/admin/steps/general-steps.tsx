import type { ComponentProps } from "react";
import * as v from "valibot";
import { countries } from "../../../../app/shop/countries.ts";
import type { ShippingDetails } from "../../../../app/shop/order.ts";
import { eraseOrder, type KeptFor, keptFor } from "../../../jobs/erase.ts";
import { amend, annotate, close, reopen } from "../../../orders/order-steps.ts";
import { ownersRecipient } from "../../../shop/deliverable-order.ts";
import { formatWeekday } from "../../../shop/order-format.ts";
import {
  hasRecipient,
  isPaid,
  kept,
  mayReopen,
  net,
  orderStatus,
  type Recipient,
} from "../../../shop/order-status.ts";
import { withdrawalTerm } from "../../../shop/order-texts.ts";
import { CompactField } from "../fields/compact-field.tsx";
import { Text, textIn } from "./fields.tsx";
import {
  type Context,
  type FieldOf,
  type Fields,
  invalid,
  noInput,
  orChanged,
  orderStep,
  refuse,
} from "./step.ts";

export const amendDetails = orderStep({
  path: "datos",
  label: "Corregir los datos",
  done: {
    message:
      "datos corregidos. Si era el email, lo que ya salió se puede «Enviar otra vez», más abajo",
    undo: undefined,
  },
  isPossible: ({ order }) => hasRecipient(order),
  Fields: RecipientFields,
  parse: parseRecipient,
  run: (desk, trx, { order }, details) => amend(desk, trx, order, details),
});

/** The owner's names of the recipient's fields, in the order of her form. */
export const fieldNames: Record<keyof Recipient, string> = {
  firstName: "Nombre",
  lastName: "Apellidos",
  email: "Email",
  phone: "Teléfono",
  address: "Dirección",
  postalCode: "Código postal",
  city: "Ciudad",
  country: "País",
};

const textFields = (Object.keys(fieldNames) as (keyof Recipient)[]).filter(
  (name) => name !== "country",
);
const keyboards: {
  [Field in keyof Recipient]?: Pick<ComponentProps<"input">, "type" | "inputMode">;
} = {
  email: { type: "email" },
  phone: { type: "tel" },
  postalCode: { inputMode: "numeric" },
};

/** The recipient's fields, of an order or of one that is entered. */
export function RecipientFields({ order, field }: { order?: Recipient; field: FieldOf }) {
  const of = (name: keyof ShippingDetails) => ({
    ...field(name, order?.[name] ?? ""),
    label: fieldNames[name],
  });
  const country = of("country");
  const isKnown = countries.some(([code]) => code === country.defaultValue);
  return (
    <>
      {textFields.map((name) => (
        <CompactField
          key={name}
          {...of(name)}
          {...keyboards[name]}
          hint={name === "email" && !order && "Si no tiene, la confirmación va en el paquete."}
        />
      ))}
      <CompactField {...country}>
        {country.defaultValue && !isKnown && (
          <option value={country.defaultValue}>{country.defaultValue}</option>
        )}
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </CompactField>
    </>
  );
}

export function parseRecipient(fields: Fields) {
  const { success, output, issues } = v.safeParse(ownersRecipient, fields);
  if (success) return { input: output };
  const { nested = {} } = v.flatten<typeof ownersRecipient>(issues);
  return invalid(
    Object.fromEntries(
      Object.entries(nested).map(([name, messages]) => [name, messages?.[0] ?? ""]),
    ),
  );
}

/** For an order that is not paid or can't be delivered. «Reponer frascos» is for bottles that come back. */
export const cancelOrder = orderStep({
  path: "anulado",
  label: "Anular el pedido",
  done: { message: "pedido anulado", undo: "reabrir" },
  // Of a parcel that was refunded or withdrawn, nothing is left to cancel.
  isPossible: ({ order }) =>
    order.closed === null &&
    (order.fulfilment === "unfulfilled" || (kept(order) > 0 && orderStatus(order) !== "refunded")),
  Fields: ({ field }) => <Text field={field} label="Motivo, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: (_, { order }) => ({
    question: "¿Anular el pedido?",
    yes: "Sí, anular",
    after: { ...order, closed: "cancelled" },
    lines: net(order) > 0 ? ["El dinero no se mueve solo: después tendrás que reembolsarlo."] : [],
  }),
  run: (desk, trx, { order }, note) => close(desk, trx, order, "cancelled", { who: "owner", note }),
});

/** It was closed by mistake, or is wanted after a late payment. */
export const reopenOrder = orderStep({
  path: "reabrir",
  label: "Reabrir",
  done: { message: "pedido reabierto", undo: "anulado" },
  isPossible: ({ order }) => mayReopen(order),
  // The shopper of an expired order is asked what to do with a late payment.
  isDue: ({ order }) => order.closed === "expired" && isPaid(order),
  parse: noInput,
  run: (desk, trx, { order }) => reopen(desk, trx, order),
});

/** It has no inverse. */
export const erasePersonalData = orderStep({
  path: "borrar",
  label: "Borrar los datos personales",
  done: { message: "datos personales borrados", undo: undefined },
  isPossible: ({ order }) => hasRecipient(order),
  Fields: (ctx) => (
    <p className="mb-3 text-small">
      {notYet(ctx) && <b className="mb-2 block font-strong">{notYet(ctx)}</b>}
      Borra nombre, email, teléfono, dirección, correos y notas; quedan lo vendido y su importe. No
      se puede deshacer. Hacienda puede pedirte los datos de una venta durante años: borra solo si
      la ley te lo permite.
    </p>
  ),
  parse(_, ctx) {
    const reason = notYet(ctx);
    return reason ? refuse(reason) : { input: undefined };
  },
  confirm: () => ({
    question: "¿Borrar los datos personales de este pedido?",
    yes: "Sí, borrar",
    lines: ["No se puede deshacer."],
  }),
  runAlone: async (desk, { order }) => orChanged(await eraseOrder(desk, order.id, "owner")),
});

function notYet({ order, now }: Context): string | undefined {
  const reason = keptFor(order, now);
  return reason && `Todavía no: ${whyKept[reason](order, now)}.`;
}

/** Why an order's personal data stays for now. */
export const whyKept: Record<KeptFor, (order: Context["order"], now: number) => string> = {
  delivery: () => "el pedido está en curso",
  withdrawal: () => "hay un desistimiento por decidir",
  refund: () => "queda dinero por reembolsar",
  dispute: () => "hay una disputa abierta",
  "withdrawal term": ({ deliveredAt }, now) => {
    const term = withdrawalTerm(deliveredAt ?? 0);
    return now <= term
      ? `se puede desistir hasta el ${formatWeekday(term)}, o hasta el siguiente día laborable si ese día es fiesta`
      : `aún se puede desistir si el ${formatWeekday(term)} fue fiesta donde vive`;
  },
};

export const addNote = orderStep({
  path: "nota",
  label: "Añadir una nota",
  done: { message: "nota añadida", undo: undefined },
  isPossible: () => true,
  Fields: ({ field }) => <Text field={field} label="Nota, solo para ti" most={500} />,
  parse({ nota }) {
    const note = textIn(nota, 500);
    return note ? { input: note } : invalid({ nota: "Escribe la nota" });
  },
  run: async (desk, trx, { order }, note) => {
    await annotate(desk, trx, order, note);
    return "done";
  },
});
