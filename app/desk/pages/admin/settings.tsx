import type { ComponentProps, ReactNode } from "react";
import { data, href, redirect } from "react-router";
import { pendingAccount } from "#desk/account.ts";
import type { Desk } from "#desk/context.ts";
import { changeFact, type FactName, readFactValues, validateFact } from "#desk/facts.ts";
import { moveStock, stockMoves, stockOf, stopCountingStock } from "#desk/orders/stock.ts";
import { formatPrice } from "../../../shop/money.ts";
import { toCents } from "../../../shop/product.ts";
import { Button } from "../../../ui/button.tsx";
import { readClaims } from "../../shop/claims.ts";
import { formatDay, formatIban } from "../../shop/order-format.ts";
import { dayOf } from "../../shop/time.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { termsOf } from "../terms-of.tsx";
import type { Route } from "./+types/settings";
import { PendingAccount } from "./account.tsx";
import { ClaimsForm } from "./claims.tsx";
import { CompactField } from "./compact-field.tsx";
import { Question } from "./question.tsx";

interface Setting {
  title: string;
  field: Pick<ComponentProps<typeof CompactField>, "label" | "hint" | "inputMode" | "maxLength">;
  consequence: string;
}
interface Fact extends Setting {
  name: Exclude<FactName, "claims">;
  show: (value: string) => string;
}

/** By the name that forms send. */
const facts: Record<string, Fact> = {
  precio: {
    name: "PRODUCT_PRICE",
    title: "Precio de un frasco",
    field: { label: "En euros, con IVA", inputMode: "decimal", maxLength: 12 },
    show: (value) => formatPrice(toCents(value)),
    consequence:
      "Los pedidos ya hechos conservan su precio. A quien esté haciendo uno, la tienda le enseña el nuevo total antes de aceptarlo.",
  },
  pausa: {
    name: "paused",
    title: "Venta",
    field: {
      label: "En pausa. Volvemos…",
      hint: "Por ejemplo, «el 3 de enero». Si lo dejas vacío, la venta está abierta.",
      maxLength: 60,
    },
    show: (value) => (value ? `En pausa («Volvemos ${value}»)` : "Abierta"),
    consequence:
      "En pausa, la tienda dice cuándo vuelves y no se puede pedir. Los pedidos ya hechos siguen su curso.",
  },
  telefono: {
    name: "SHOP_PHONE",
    title: "Teléfono",
    field: { label: "Con su prefijo", inputMode: "tel", maxLength: 24 },
    show: String,
    consequence: "Lo enseñan desde ahora las páginas, los términos, los correos y los albaranes.",
  },
  correo: {
    name: "SHOP_EMAIL",
    title: "Correo de la tienda",
    field: { label: "Dirección", inputMode: "email", maxLength: 100 },
    show: String,
    consequence:
      "Ahí te escriben desde ahora y te llegan los avisos de la tienda. Comprueba que funciona: quien responda a un correo de la tienda escribirá a esta dirección.",
  },
  aviso: {
    name: "SHOP_NOTICE",
    title: "Aviso en la portada",
    field: {
      label: "Una frase, arriba del todo",
      hint: "Por ejemplo, «Pide antes del 18 de diciembre y te llegará para Nochebuena». Si lo dejas vacío, no hay aviso.",
      maxLength: 140,
    },
    show: (value) => (value ? `«${value}»` : "Ninguno"),
    consequence: "Se lee al abrir la tienda.",
  },
};

const stockSetting: Setting = {
  title: "Existencias",
  field: {
    label: "Frascos que entran o salen",
    hint: "Por ejemplo, +12 o −1. Cada pedido resta los suyos, que vuelven si caduca o se anula. Si lo dejas vacío, no se cuentan.",
    maxLength: 8,
  },
  consequence: "Con 0 frascos la tienda dice «Agotado» y no acepta pedidos.",
};

const showStock = (bottles: number | undefined) =>
  bottles === undefined ? "No se cuentan" : String(bottles);

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => ({
  areClaimsConfirmed: new URL(request.url).searchParams.has("confirmado"),
  values: await readFactValues(desk.db, desk.settings),
  stock: await stockOf(desk.db),
  moves: await stockMoves(desk.db),
  pending: await pendingAccount(desk.db),
}));

export const meta = () => deskMeta("Ajustes");

/** What a form asks for. */
interface Change {
  setting: Setting;
  before: string;
  after: string;
  warning?: string | undefined;
  /** Identifies the value that the owner sees. */
  seen: string;
  /** @returns false, without a change, if the value is another one by now */
  perform: (seen: string) => Promise<boolean>;
}

type Attempt = Change | { error: string };

/** Asks, and changes a setting once the owner has agreed to what she saw (`antes`). */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { antes, ...fields } = await readForm(request);
  const { ajuste = "", valor = "", nota = "" } = fields;
  const refuse = (status: number, message: string) =>
    data({ ajuste, valor, message, asked: undefined }, status);
  const done = () => redirect(href("/mostrador/ajustes"), 303);
  const fact = Object.hasOwn(facts, ajuste) && facts[ajuste];
  if (!fact && ajuste !== "existencias") return done();
  const change = fact ? await factChange(desk, fact, valor) : await stockChange(desk, valor, nota);
  if ("error" in change) return refuse(400, change.error);
  const { setting, before, after, warning, seen, perform } = change;
  if (antes === undefined) {
    if (before === after) return done();
    const asked = { ...setting, before, after, warning, fields: { ...fields, antes: seen } };
    return { ajuste, valor, message: undefined, asked };
  }
  return (await perform(antes))
    ? done()
    : refuse(409, "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.");
});

async function factChange(desk: Desk, fact: Fact, typed: string): Promise<Attempt> {
  const { name, show } = fact;
  const valid = validateFact(desk, name, typed);
  if ("error" in valid) return valid;
  const { value } = valid;
  const seen = (await readFactValues(desk.db, desk.settings))[name];
  return {
    setting: fact,
    before: show(seen),
    after: show(value),
    warning: name === "PRODUCT_PRICE" ? bigChange(toCents(seen), toCents(value)) : undefined,
    seen,
    perform: (seen) => changeFact(desk, name, seen, value, termsOf),
  };
}

async function stockChange(desk: Desk, typed: string, note: string): Promise<Attempt> {
  const [, sign, figures] = /^([+−-]?)\s*0*([1-9]\d{0,5})$/.exec(typed.trim()) ?? [];
  const isCounted = typed.trim() !== "";
  if (isCounted && !figures) return { error: "Escribe cuántos, como +12 o −1." };
  const bottles = Number(figures) * (sign && sign !== "+" ? -1 : 1);
  const before = await stockOf(desk.db);
  const [last] = await stockMoves(desk.db);
  return {
    setting: stockSetting,
    before: showStock(before),
    after: showStock(isCounted ? (before ?? 0) + bottles : undefined),
    seen: String(last?.id ?? 0),
    async perform(seen) {
      if (isCounted)
        return moveStock(desk, bottles, note.trim().slice(0, 100) || null, Number(seen));
      await stopCountingStock(desk);
      return true;
    },
  };
}

/** What the owner changes while the shop runs. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.asked) {
    const { title, before, after, warning, consequence, fields } = actionData.asked;
    return (
      <Question
        title={title}
        changes={[{ before, after }]}
        warning={warning}
        lines={[consequence]}
        action={href("/mostrador/ajustes")}
        fields={fields}
        yes="Sí, cambiar"
        no={href("/mostrador/ajustes")}
      />
    );
  }
  const { areClaimsConfirmed, values, stock, moves, pending } = loaderData;
  const claims = readClaims(values.claims);
  const isConfirmed = claims.unconfirmed.length === 0;
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Ajustes</h1>
      {areClaimsConfirmed && (
        <p role="status" className="mb-4 text-small">
          <strong>Confirmado.</strong> Las páginas lo dicen desde ahora.
        </p>
      )}
      {!isConfirmed && (
        <section aria-labelledby="claims" className="mb-8">
          <h2 id="claims" className="mb-4 font-strong">
            Antes de vender: lo que la tienda dice de ti
          </h2>
          <ClaimsForm claims={claims.claims} />
        </section>
      )}
      {Object.entries(facts).map(([ajuste, fact]) => (
        <SettingForm
          key={ajuste}
          ajuste={ajuste}
          setting={fact}
          shown={fact.show(values[fact.name])}
          value={values[fact.name]}
          tried={actionData}
        />
      ))}
      <SettingForm
        ajuste="existencias"
        setting={stockSetting}
        shown={showStock(stock)}
        tried={actionData}
      >
        <CompactField
          id="nota"
          name="nota"
          label="Por qué (si quieres)"
          hint="Por ejemplo, «roto»."
          maxLength={100}
        />
      </SettingForm>
      <ul className="text-small">
        {moves.map(({ id, at, bottles, note }) => (
          <li key={id}>
            {[formatDay(dayOf(at)), bottles > 0 ? `+${bottles}` : `−${-bottles}`, note]
              .filter(Boolean)
              .join(" · ")}
          </li>
        ))}
      </ul>
      <div className="border-rule border-t py-1">
        <a href={href("/mostrador/ajustes/cuenta")} className="admin-link">
          Cuenta para las transferencias: {formatIban(values.SELLER_IBAN)}
        </a>
        {pending && <PendingAccount {...pending} />}
      </div>
      {isConfirmed && (
        <p className="border-rule border-t py-1">
          <a href={href("/mostrador/lo-que-dice")} className="admin-link">
            Envío, horario y todo lo que la tienda dice de ti
          </a>
        </p>
      )}
      <p className="border-rule border-t py-1">
        <a href={href("/mostrador/contrasena")} className="admin-link">
          Cambiar la contraseña del mostrador
        </a>
      </p>
    </div>
  );
}

interface SettingFormProps {
  ajuste: string;
  setting: Setting;
  shown: string;
  value?: string;
  tried: Route.ComponentProps["actionData"];
  children?: ReactNode;
}

function SettingForm({ ajuste, setting, shown, value, tried, children }: SettingFormProps) {
  const here = tried?.ajuste === ajuste ? tried : undefined;
  return (
    <details className="admin-step" open={here !== undefined}>
      <summary>{`${setting.title}: ${shown}`}</summary>
      <form method="post">
        <CompactField
          {...setting.field}
          id={ajuste}
          name="valor"
          defaultValue={here?.valor ?? value}
          message={here?.message}
          autoFocus={here !== undefined}
        />
        {children}
        <input type="hidden" name="ajuste" value={ajuste} />
        <Button type="submit" look="quiet">
          Cambiar
        </Button>
      </form>
    </details>
  );
}

/** A slip of the decimal comma changes a price by far more than an owner does. */
function bigChange(before: number, after: number): string | undefined {
  const percent = Math.round((after / before - 1) * 100);
  if (percent > 50) return `Es un ${percent}\u00a0% más que ahora: comprueba la coma.`;
  if (percent < -33) return `Es un ${-percent}\u00a0% menos que ahora: comprueba la coma.`;
  return undefined;
}
