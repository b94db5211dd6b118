import type { ComponentProps, ReactNode } from "react";
import { data, href, redirect } from "react-router";
import type { Desk } from "#desk/context.ts";
import {
  changeFact,
  configuredFacts,
  type FactName,
  readFactValues,
  validateFact,
} from "#desk/facts.ts";
import { moveStock, stockMoves, stockOf, stopCountingStock } from "#desk/orders/stock.ts";
import { formatPrice } from "../../../shop/money.ts";
import { toCents } from "../../../shop/product.ts";
import { Button } from "../../../ui/button.tsx";
import { formatDay, formatIban } from "../../shop/order-format.ts";
import { SHOP_REOPENS } from "../../shop/settings.ts";
import { dayOf } from "../../shop/time.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { termsOf } from "../terms-of.tsx";
import type { Route } from "./+types/settings";
import { CompactField } from "./compact-field.tsx";

interface Fact {
  name: FactName;
  title: string;
  field: Pick<ComponentProps<typeof CompactField>, "label" | "hint" | "inputMode" | "maxLength">;
  show: (value: string) => string;
  consequence: string;
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
      label: "Volvemos…",
      hint: `Por ejemplo, «el 3 de enero». Si no escribes nada, «${SHOP_REOPENS}».`,
      maxLength: 60,
    },
    show: (value) => (value ? `En pausa («Volvemos ${value}»)` : "Abierta"),
    consequence:
      "En pausa, la tienda dice cuándo vuelves y no se puede pedir. Los pedidos ya hechos siguen su curso.",
  },
  cuenta: {
    name: "SELLER_IBAN",
    title: "Cuenta para las transferencias",
    field: { label: "IBAN", maxLength: 50 },
    show: formatIban,
    consequence:
      "Vale desde ahora. Quien tiene un pedido sin pagar con la cuenta anterior recibe un correo con la nueva, y tú, otro.",
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

const showStock = (bottles: number | undefined) =>
  bottles === undefined ? "No se cuentan" : String(bottles);

export const loader = withDesk(async (desk, _: Route.LoaderArgs) => ({
  values: await readFactValues(desk.db, desk.settings),
  configured: configuredFacts(desk.settings),
  stock: await stockOf(desk.db),
  moves: await stockMoves(desk.db),
}));

export const meta = () => deskMeta("Ajustes");

/** What a form sends. */
interface Sent {
  ajuste?: string;
  valor?: string;
  nota?: string;
  /** What the owner saw before she agreed; undefined until she is asked. */
  antes?: string;
  paso?: string;
}

/** Asks, and changes a fact once the owner has agreed. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const sent: Sent = await readForm(request);
  return sent.ajuste === "existencias" ? changeStock(desk, sent) : change(desk, sent);
});

const done = () => redirect(href("/mostrador/ajustes"), 303);

const refuse = (status: number, { ajuste = "", valor = "" }: Sent, message: string) =>
  data({ ajuste, valor, message, question: undefined }, status);

interface Asked {
  title: string;
  before: string;
  after: string;
  consequence: string;
  warning?: string | undefined;
  /** What the confirmation sends. */
  fields: Required<Pick<Sent, "ajuste" | "valor" | "antes">> & Sent;
}

const ask = (question: Asked) => ({ ...question.fields, message: undefined, question });

const hasChanged = "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

async function change(desk: Desk, sent: Sent) {
  const { ajuste = "", valor = "", antes, paso } = sent;
  const fact = Object.hasOwn(facts, ajuste) && facts[ajuste];
  if (!fact) return done();
  const { name, title, show, consequence } = fact;
  const valid = validateFact(desk, name, valor);
  if ("error" in valid) return refuse(400, sent, valid.error);
  const value = valid.value || (paso === "pausar" ? SHOP_REOPENS : "");
  if (antes !== undefined) {
    const isChanged = await changeFact(desk, name, antes, value, termsOf);
    return isChanged ? done() : refuse(409, sent, hasChanged);
  }
  const before = (await readFactValues(desk.db, desk.settings))[name];
  if (value === before) return done();
  return ask({
    title,
    before: show(before),
    after: show(value),
    consequence,
    warning: name === "PRODUCT_PRICE" ? bigChange(toCents(before), toCents(value)) : undefined,
    fields: { ajuste, valor: value, antes: before },
  });
}

async function changeStock(desk: Desk, sent: Sent) {
  const { ajuste = "", valor = "", nota = "", antes, paso } = sent;
  const [, sign, figures] = /^([+−-]?)\s*(\d{1,6})$/.exec(valor.trim()) ?? [];
  const bottles = Number(figures ?? 0) * (sign && sign !== "+" ? -1 : 1);
  const isCounted = paso !== "no contar";
  if (isCounted && bottles === 0) return refuse(400, sent, "Escribe cuántos, como +12 o −1.");
  if (antes !== undefined) {
    if (!isCounted) await stopCountingStock(desk);
    else if (!(await moveStock(desk, bottles, nota.trim().slice(0, 100) || null, Number(antes))))
      return refuse(409, sent, hasChanged);
    return done();
  }
  const before = await stockOf(desk.db);
  const [last] = await stockMoves(desk.db);
  return ask({
    title: "Existencias",
    before: showStock(before),
    after: showStock(isCounted ? (before ?? 0) + bottles : undefined),
    consequence: "Con 0 frascos la tienda dice «Agotado» y no acepta pedidos.",
    fields: { ajuste, valor, nota, paso: paso ?? "", antes: String(last?.id ?? 0) },
  });
}

/** What the owner changes while the shop runs. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.question) return <Question {...actionData.question} />;
  const { values, configured, stock, moves } = loaderData;
  const triedFor = (ajuste: string) => (actionData?.ajuste === ajuste ? actionData : undefined);
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Ajustes</h1>
      {Object.entries(facts).map(([ajuste, fact]) => (
        <FactForm
          key={ajuste}
          ajuste={ajuste}
          fact={fact}
          value={values[fact.name]}
          configured={configured[fact.name]}
          tried={triedFor(ajuste)}
        />
      ))}
      <StockForm stock={stock} moves={moves} tried={triedFor("existencias")} />
    </div>
  );
}

/** What was sent, and why it was refused. */
type Tried = { valor: string; message: string | undefined } | undefined;

interface FactFormProps {
  ajuste: string;
  fact: Fact;
  value: string;
  configured: string;
  tried: Tried;
}

function FactForm({ ajuste, fact, value, configured, tried }: FactFormProps) {
  const { name, title, field, show } = fact;
  const isPause = name === "paused";
  const isOverridden = value !== configured && !isPause;
  return (
    <Fold title={`${title}: ${show(value)}`} isOpen={Boolean(tried)}>
      <form method="post">
        {isPause && value ? (
          <input type="hidden" name="valor" value="" />
        ) : (
          <CompactField
            {...field}
            id={ajuste}
            name="valor"
            hint={
              isOverridden
                ? `En el archivo de ajustes: ${show(configured)}. Vale lo que pongas aquí.`
                : field.hint
            }
            defaultValue={tried?.valor ?? (name === "SELLER_IBAN" ? show(value) : value)}
            message={tried?.message}
            autoFocus={Boolean(tried)}
          />
        )}
        <input type="hidden" name="ajuste" value={ajuste} />
        {isPause ? (
          <Button type="submit" name="paso" value={value ? "abrir" : "pausar"} look="quiet">
            {value ? "Abrir" : "Pausar la venta"}
          </Button>
        ) : (
          <Button type="submit" look="quiet">
            Cambiar
          </Button>
        )}
      </form>
    </Fold>
  );
}

type StockFormProps = Pick<Route.ComponentProps["loaderData"], "stock" | "moves"> & {
  tried: Tried;
};

function StockForm({ stock, moves, tried }: StockFormProps) {
  return (
    <Fold title={`Existencias: ${showStock(stock)}`} isOpen={Boolean(tried)}>
      <form method="post">
        <CompactField
          id="existencias"
          name="valor"
          label="Frascos que entran o salen"
          hint="Por ejemplo, +12 o −1. Cada pedido resta los suyos, que vuelven si caduca o se anula."
          maxLength={8}
          defaultValue={tried?.valor}
          message={tried?.message}
          autoFocus={Boolean(tried)}
        />
        <CompactField
          id="nota"
          name="nota"
          label="Por qué (si quieres)"
          hint="Por ejemplo, «roto»."
          maxLength={100}
        />
        <input type="hidden" name="ajuste" value="existencias" />
        <Button type="submit" look="quiet">
          Cambiar
        </Button>
      </form>
      {stock !== undefined && (
        <form method="post" className="mt-3">
          <input type="hidden" name="ajuste" value="existencias" />
          <Button type="submit" name="paso" value="no contar" look="quiet">
            Dejar de contarlos
          </Button>
        </form>
      )}
      <ul className="mt-3">
        {moves.map(({ id, at, bottles, note }) => (
          <li key={id}>
            {[formatDay(dayOf(at)), bottles > 0 ? `+${bottles}` : `−${-bottles}`, note]
              .filter(Boolean)
              .join(" · ")}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function Fold({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details className="admin-step" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** Shows a fact before and after. */
function Question({ title, before, after, consequence, warning, fields }: Asked) {
  return (
    <form method="post" className="max-w-measure">
      <h1 className="item-title">{title}</h1>
      <table className="admin-figures mt-4">
        <thead>
          <tr>
            <th scope="col">Ahora</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{before}</td>
            <td className="font-strong">{after}</td>
          </tr>
        </tbody>
      </table>
      {warning && <p className="admin-warning mt-4">{warning}</p>}
      <p className="mt-4 text-small">{consequence}</p>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="mt-6 flex flex-wrap gap-3">
        <Button type="submit">Sí, cambiar</Button>
        <a href={href("/mostrador/ajustes")} className="button">
          No
        </a>
      </p>
    </form>
  );
}

/** A slip of the decimal comma changes a price by far more than an owner does. */
function bigChange(before: number, after: number): string | undefined {
  const percent = Math.round((after / before - 1) * 100);
  if (percent > 50) return `Es un ${percent}\u00a0% más que ahora: comprueba la coma.`;
  if (percent < -33) return `Es un ${-percent}\u00a0% menos que ahora: comprueba la coma.`;
  return undefined;
}
