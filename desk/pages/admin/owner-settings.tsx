import type { ComponentProps } from "react";
import { data, href, redirect } from "react-router";
import { formatPrice, toCents } from "../../../app/shop/money.ts";
import { Button } from "../../../app/ui/button.tsx";
import { changeFact, validateFact } from "../../orders/change-fact.ts";
import {
  countStock,
  heldByOpenOrders,
  stockMoves,
  stockOf,
  stopCountingStock,
} from "../../orders/stock.ts";
import { type FactName, readFactValues } from "../../orders/stored-facts.ts";
import { readClaims } from "../../shop/claims.ts";
import { formatDay, formatIban } from "../../shop/order-format.ts";
import { dayOf } from "../../shop/time.ts";
import type { Desk } from "../../storage/desk.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/owner-settings";
import { Unconfirmed } from "./confirm-claims.tsx";
import { Question } from "./question.tsx";
import { noteChanges, noteFields, readNotes, showNotes } from "./scent-notes.ts";
import { type Field, SettingForm, type Typed } from "./setting-form.tsx";

interface Setting {
  title: string;
  consequence: string;
}
interface Fact extends Setting {
  name: Exclude<FactName, "claims" | "PRODUCT_NOTES">;
  field: Field;
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
      hint: "Para tus vacaciones: por ejemplo, «el 3 de enero». Si lo dejas vacío, la venta está abierta.",
      maxLength: 60,
    },
    show: (value) => (value ? `En pausa («Volvemos ${value}»)` : "Abierta"),
    consequence:
      "En pausa, la tienda dice cuándo vuelves y no se puede pedir. Los pedidos sin pagar no caducan ni reciben recordatorios, y cuando abras tendrán siete días. Sus páginas y sus correos no prometen cuándo llega nada. Los desistimientos siguen, con sus plazos.",
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

const scent: Setting = {
  title: "A qué huele",
  consequence: "Lo enseña desde ahora la portada.",
};

const stockSetting: Setting = {
  title: "Existencias",
  consequence: "Con 0 frascos por vender la tienda dice «Agotado» y no acepta pedidos.",
};

const stockFields: Record<string, Field> = {
  valor: { label: "Hay en el estante", inputMode: "numeric", maxLength: 6 },
  nota: { label: "Por qué (si quieres)", hint: "Por ejemplo, «roto».", maxLength: 100 },
};

/** «12 en el estante, 2 para pedidos sin enviar: 10 por vender». They may be unpaid. */
function showShelf(shelf: number | undefined, held: number): string {
  if (shelf === undefined) return "No se cuentan";
  const reserved = held > 0 ? `, ${held} para pedidos sin enviar` : "";
  return `${shelf} en el estante${reserved}: ${shelf - held} por vender`;
}

/** What should stand on the shelf: what is free, and what waits there to be sent. */
async function readShelf({ db }: Desk) {
  const [free, held] = await Promise.all([stockOf(db), heldByOpenOrders(db)]);
  return { shelf: free === undefined ? undefined : free + held, held };
}

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => ({
  changed: new URL(request.url).searchParams.get("hecho"),
  values: await readFactValues(desk.db),
  ...(await readShelf(desk)),
  moves: await stockMoves(desk.db),
}));

export const meta = () => deskMeta("Ajustes");

/** What a form asks for. */
interface Change {
  setting: Setting;
  changes: ComponentProps<typeof Question>["changes"];
  warning?: string | undefined;
  /** Identifies the value that the owner sees. */
  seen: string;
  /** @returns false, without a change, if the value is another one by now */
  perform: (seen: string) => Promise<boolean>;
}

/** A change, or the message for a field. */
type Attempt = Change | { error: string; field?: string };

/** Asks, and changes a setting once the owner has agreed to what she saw (`antes`). */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { antes, ...fields } = await readForm(request);
  const { ajuste = "" } = fields;
  const refuse = (status: number, message: string, field?: string) =>
    data({ typed: fields, message, field, asked: undefined }, status);
  const change = await changeOf(desk, ajuste, fields);
  if (!change) return redirect(href("/mostrador/ajustes"), 303);
  if ("error" in change) return refuse(400, change.error, change.field);
  const { setting, changes, warning, seen, perform } = change;
  if (antes === undefined) {
    if (changes.every(({ before, after }) => before === after))
      return redirect(href("/mostrador/ajustes"), 303);
    const asked = { ...setting, changes, warning, fields: { ...fields, antes: seen } };
    return { typed: fields, message: undefined, field: undefined, asked };
  }
  return (await perform(antes))
    ? redirect(`${href("/mostrador/ajustes")}?${new URLSearchParams({ hecho: ajuste })}`, 303)
    : refuse(409, "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.");
});

/** @returns undefined for an unknown form */
async function changeOf(desk: Desk, ajuste: string, typed: Typed): Promise<Attempt | undefined> {
  const { valor = "", nota = "" } = typed;
  if (ajuste === "notas") return notesChange(desk, typed);
  if (ajuste === "existencias") return stockChange(desk, valor, nota);
  if (ajuste === "sin-contar") return stockChange(desk, undefined, nota);
  const fact = Object.hasOwn(facts, ajuste) && facts[ajuste];
  return fact ? factChange(desk, fact, valor) : undefined;
}

async function factChange(desk: Desk, fact: Fact, typed: string): Promise<Attempt> {
  const { name, show } = fact;
  const valid = validateFact(name, typed);
  if ("error" in valid) return valid;
  const { value } = valid;
  const seen = (await readFactValues(desk.db))[name];
  return {
    setting: fact,
    changes: [{ before: show(seen), after: show(value) }],
    warning: name === "PRODUCT_PRICE" ? bigChange(toCents(seen), toCents(value)) : undefined,
    seen,
    perform: (seen) => changeFact(desk, name, seen, value),
  };
}

async function notesChange(desk: Desk, typed: Typed): Promise<Attempt> {
  const { notes, error } = readNotes(typed);
  if (error) return error;
  const seen = (await readFactValues(desk.db)).PRODUCT_NOTES;
  return {
    setting: scent,
    changes: noteChanges(JSON.parse(seen), notes),
    seen,
    perform: (seen) => changeFact(desk, "PRODUCT_NOTES", seen, JSON.stringify(notes)),
  };
}

/** @param typed what she has counted; undefined to count no more */
async function stockChange(desk: Desk, typed: string | undefined, note: string): Promise<Attempt> {
  const isNumber = typed === undefined || /^\d{1,6}$/.test(typed.trim());
  if (!isNumber) return { error: "Escribe cuántos hay, como 12." };
  const { shelf, held } = await readShelf(desk);
  const [last] = await stockMoves(desk.db);
  const counted = typed === undefined ? undefined : Number(typed);
  return {
    setting: stockSetting,
    changes: [{ before: showShelf(shelf, held), after: showShelf(counted, held) }],
    seen: String(last?.id ?? 0),
    async perform(seen) {
      if (counted !== undefined)
        return countStock(desk, counted, note.trim().slice(0, 100) || null, Number(seen));
      await stopCountingStock(desk);
      return true;
    },
  };
}

/** What the owner changes while the shop runs. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.asked) {
    const { title, changes, warning, consequence, fields } = actionData.asked;
    return (
      <Question
        title={title}
        changes={changes}
        warning={warning}
        lines={[consequence]}
        action={href("/mostrador/ajustes")}
        fields={fields}
        yes="Sí, cambiar"
        no={href("/mostrador/ajustes")}
      />
    );
  }
  const { changed, values, shelf, held, moves } = loaderData;
  const claims = readClaims(values.claims);
  const notes = JSON.parse(values.PRODUCT_NOTES);
  const isConfirmed = claims.unconfirmed.length === 0;
  /** What a setting is now, by the name that its form sends. */
  const nowIs: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(facts).map(([ajuste, { title, name, show }]) => [
        ajuste,
        `${title}: ${show(values[name])}.`,
      ]),
    ),
    notas: `${scent.title}: ${showNotes(notes)}.`,
    existencias: `${stockSetting.title}: ${showShelf(shelf, held)}.`,
    "sin-contar": "Los frascos ya no se cuentan.",
    "lo-que-dice": "Las páginas lo dicen desde ahora.",
  };
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Ajustes</h1>
      {nowIs[changed ?? ""] && (
        <p role="status" className="admin-done mb-4">
          <b>Hecho.</b> {nowIs[changed ?? ""]}
        </p>
      )}
      <Unconfirmed {...claims} />
      {Object.entries(facts).map(([ajuste, fact]) => (
        <SettingForm
          key={ajuste}
          ajuste={ajuste}
          title={fact.title}
          shown={fact.show(values[fact.name])}
          fields={{ valor: fact.field }}
          values={{ valor: values[fact.name] }}
          tried={actionData}
        />
      ))}
      <SettingForm
        ajuste="notas"
        title={scent.title}
        shown={showNotes(notes)}
        fields={noteFields}
        values={notes}
        tried={actionData}
      />
      <SettingForm
        ajuste="existencias"
        title={stockSetting.title}
        shown={showShelf(shelf, held)}
        fields={stockFields}
        values={{ valor: shelf?.toString() }}
        tried={actionData}
      >
        {moves.length > 0 && (
          <ul className="mb-3 text-small">
            {moves.map(({ id, at, shelf, bottles, note }) => (
              <li key={id}>
                {[formatDay(dayOf(at)), showMove(shelf, bottles), note].filter(Boolean).join(" · ")}
              </li>
            ))}
          </ul>
        )}
      </SettingForm>
      {shelf !== undefined && (
        <form method="post" className="border-rule border-t py-1">
          <button
            type="submit"
            name="ajuste"
            value="sin-contar"
            className="min-h-11 text-small underline"
          >
            Dejar de contar los frascos
          </button>
        </form>
      )}
      <div className="border-rule border-t py-1">
        <a href={href("/mostrador/ajustes/cuenta")} className="admin-link">
          Cuenta para las transferencias: {formatIban(values.SELLER_IBAN)}
        </a>
      </div>
      {isConfirmed && (
        <p className="border-rule border-t py-1">
          <a href={href("/mostrador/lo-que-dice")} className="admin-link">
            Envío, horario y todo lo que la tienda dice de ti
          </a>
        </p>
      )}
      <form
        method="post"
        action={href("/mostrador/entrar")}
        className="border-rule border-t py-4 text-small"
      >
        <Button type="submit" name="salir" value="si" look="quiet">
          Cerrar sesión
        </Button>
        <p className="mt-6 mb-3">¿Has perdido un teléfono, o ha entrado alguien?</p>
        <Button type="submit" name="salir" value="todos" look="quiet">
          Cerrar la sesión en todos los dispositivos
        </Button>
      </form>
    </div>
  );
}

/** «12 en el estante (+3)»; «−1» for a correction. */
function showMove(shelf: number | null, bottles: number): string {
  const difference = bottles > 0 ? `+${bottles}` : String(bottles).replace("-", "−");
  return shelf === null ? difference : `${shelf} en el estante (${difference})`;
}

/** A slip of the decimal comma changes a price by far more than an owner does. */
function bigChange(before: number, after: number): string | undefined {
  const percent = Math.round((after / before - 1) * 100);
  if (percent > 50) return `Es un ${percent}\u00a0% más que ahora: comprueba la coma.`;
  if (percent < -33) return `Es un ${-percent}\u00a0% menos que ahora: comprueba la coma.`;
  return undefined;
}
