import type { ComponentProps } from "react";
import { data, href, redirect } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { product, toCents } from "../../../shop/product.ts";
import { Button } from "../../../ui/button.tsx";
import { formatIban } from "../../shop/order-format.ts";
import { SHOP_NOTICE, SHOP_REOPENS } from "../../shop/settings.ts";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/live-settings";
import { CompactField } from "./compact-field.tsx";

type Data = Route.ComponentProps["loaderData"];
type Live = Data["live"];
type Name = keyof Live;

interface Setting {
  name: Name;
  title: string;
  field: Pick<ComponentProps<typeof CompactField>, "label" | "hint" | "inputMode" | "maxLength">;
  show: (value: string) => string;
  /** What the change brings with it. */
  brings: string;
  /** Whether pages show it, so that the shop is published anew. */
  isShown?: true;
}

const price = (value: string) => formatPrice(toCents(value));

/** By the name that forms send. */
const settings: Record<string, Setting> = {
  precio: {
    name: "PRODUCT_PRICE",
    title: "Precio de un frasco",
    field: { label: "En euros, con IVA", inputMode: "decimal", maxLength: 12 },
    show: price,
    brings:
      "Los pedidos ya hechos conservan su precio. A quien esté haciendo uno, la tienda le enseña el nuevo total antes de aceptarlo.",
    isShown: true,
  },
  existencias: {
    name: "stock",
    title: "Existencias",
    field: {
      label: "Frascos que quedan por vender",
      hint: "Sin contar los de pedidos en curso, aunque aún no hayan salido. Cada pedido resta los suyos, que vuelven si caduca o se anula. Si lo dejas vacío, no se cuentan.",
      inputMode: "numeric",
      maxLength: 6,
    },
    show: (value) => value || "No se cuentan",
    brings: "Con 0 frascos la tienda dice «Agotado» y no acepta pedidos.",
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
    brings:
      "En pausa, la tienda dice cuándo vuelves y no se puede pedir. Los pedidos ya hechos siguen su curso.",
  },
  cuenta: {
    name: "SELLER_IBAN",
    title: "Cuenta para las transferencias",
    field: { label: "IBAN", maxLength: 50 },
    show: formatIban,
    brings:
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
    brings: "Se lee al abrir la tienda.",
    isShown: true,
  },
};

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  return {
    live: await desk.liveSettings(),
    configured: desk.configured,
    publication: desk.publication(),
  };
}

export const meta = () => deskMeta("Ajustes");

/** Asks, and changes a setting once the owner has agreed. */
export async function action({ request, context }: Route.ActionArgs) {
  const desk = context.get(deskContext);
  const { ajuste = "", valor = "", antes, paso } = await readForm(request);
  const changed = redirect(href("/mostrador/ajustes"), 303);
  if (paso === "publicar") {
    await desk.publishAgain();
    return changed;
  }
  const setting = Object.hasOwn(settings, ajuste) && settings[ajuste];
  if (!setting) return changed;
  const refuse = (status: number, message: string) =>
    data({ ajuste, valor, message, question: undefined }, status);
  if (setting.isShown && !desk.publication()) return refuse(409, cannotPublish);
  const judged = desk.judgeSetting(setting.name, valor);
  if ("fault" in judged) return refuse(400, judged.fault);
  const value = judged.value || (paso === "pausar" ? SHOP_REOPENS : "");
  if (antes === undefined) {
    const was = (await desk.liveSettings())[setting.name];
    if (value === was) return changed;
    return { ajuste, valor, message: undefined, question: { was, value } };
  }
  if (!(await desk.changeSetting(setting.name, value, antes)))
    return refuse(409, "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.");
  return changed;
}

const cannotPublish =
  "Aquí la tienda no puede publicarse sola: cámbialo en el archivo de ajustes y publícala de nuevo.";

/** What the owner changes while the shop runs. */
export default function LiveSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.question) return <Question {...actionData} {...actionData.question} />;
  return (
    <div className="max-w-measure">
      <h1 className="item-title mb-4">Ajustes</h1>
      <PublicationState {...loaderData} mayRefresh={!actionData} />
      {Object.keys(settings).map((key) => (
        <SettingForm
          key={key}
          ajuste={key}
          {...loaderData}
          tried={actionData?.ajuste === key ? actionData : undefined}
        />
      ))}
    </div>
  );
}

function PublicationState({ live, publication, mayRefresh }: Data & { mayRefresh: boolean }) {
  const isServed =
    toCents(live.PRODUCT_PRICE) === product.price && live.SHOP_NOTICE === SHOP_NOTICE;
  if (publication?.state === "publishing") {
    return (
      <>
        {/* These pages have no script. */}
        {mayRefresh && <meta httpEquiv="refresh" content="2" />}
        <p role="status" className="counter-notice">
          La tienda se está publicando con los cambios: tarda unos segundos. Mientras tanto, sigue
          la de antes.
        </p>
      </>
    );
  }
  if (publication?.state === "failed") {
    return (
      <form method="post" className="counter-notice">
        <div>
          <p>
            No se ha podido publicar la tienda con los cambios: sigue la de antes, con{" "}
            {formatPrice(product.price)}.
          </p>
          <p className="mt-1 text-small">{publication.reason}</p>
        </div>
        <Button type="submit" name="paso" value="publicar">
          Volver a intentarlo
        </Button>
      </form>
    );
  }
  if (isServed) return null;
  return (
    <p className="counter-notice">
      La tienda se publicó con {formatPrice(product.price)} y aquí no puede publicarse sola. Pon en
      el archivo de ajustes PRODUCT_PRICE='{live.PRODUCT_PRICE}' y SHOP_NOTICE='{live.SHOP_NOTICE}',
      y publícala de nuevo.
    </p>
  );
}

interface FormProps extends Data {
  ajuste: string;
  tried: { valor: string; message: string | undefined } | undefined;
}

function SettingForm({ ajuste, live, configured, publication, tried }: FormProps) {
  const { name, title, field, show, isShown } = settings[ajuste] as Setting;
  const value = live[name];
  const isPause = name === "paused";
  const isOverridden =
    value !== configured[name] && name in configured && !isPause && name !== "stock";
  return (
    <details className="counter-step" open={Boolean(tried)}>
      <summary>
        {title}: {show(value)}
      </summary>
      {isShown && !publication ? (
        <p className="text-small">{cannotPublish}</p>
      ) : (
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
                  ? `En el archivo de ajustes: ${show(configured[name])}. Vale lo que pongas aquí.`
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
      )}
    </details>
  );
}

/** Shows a setting before and after. */
function Question({ ajuste, was, value }: { ajuste: string; was: string; value: string }) {
  const { title, show, brings, isShown, name } = settings[ajuste] as Setting;
  const warning = name === "PRODUCT_PRICE" && bigChange(toCents(was), toCents(value));
  return (
    <form method="post" className="max-w-measure">
      <h1 className="item-title">{title}</h1>
      <table className="counter-figures mt-4">
        <thead>
          <tr>
            <th scope="col">Ahora</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{show(was)}</td>
            <td className="font-strong">{show(value)}</td>
          </tr>
        </tbody>
      </table>
      {warning && <p className="counter-warning mt-4">{warning}</p>}
      <p className="mt-4 text-small">{brings}</p>
      {isShown && (
        <p className="mt-2 text-small">
          La tienda se publica de nuevo: tarda unos segundos y, mientras tanto, sigue la de antes.
        </p>
      )}
      <input type="hidden" name="ajuste" value={ajuste} />
      <input type="hidden" name="valor" value={value} />
      <p className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" name="antes" value={was}>
          Sí, cambiar
        </Button>
        <a href={href("/mostrador/ajustes")} className="button">
          No
        </a>
      </p>
    </form>
  );
}

/** A slip of the decimal comma changes a price by far more than an owner does. */
function bigChange(was: number, is: number): string | undefined {
  const percent = Math.round((is / was - 1) * 100);
  if (percent > 50) return `Es un ${percent}\u00a0% más que ahora: comprueba la coma.`;
  if (percent < -33) return `Es un ${-percent}\u00a0% menos que ahora: comprueba la coma.`;
  return undefined;
}
