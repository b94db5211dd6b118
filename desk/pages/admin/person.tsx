import type { ReactNode } from "react";
import { href, redirect } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { shop } from "../../../app/shop/shop.ts";
import { Button } from "../../../app/ui/button.tsx";
import { Row } from "../../../app/ui/row.tsx";
import { erasePerson, type KeptFor, keptFor } from "../../jobs/erase.ts";
import { ordersOfPerson, personalDataOf } from "../../orders/data-requests.ts";
import { formatMoment, formatWeekday, orderAddress, statusNames } from "../../shop/order-format.ts";
import { saleTerms, seller } from "../../shop/seller.ts";
import { declaration } from "../../shop/withdrawal.ts";
import type { Order } from "../../storage/tables.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/person";
import { HistoryList } from "./order-history.tsx";
import { Question } from "./question.tsx";
import { whyKept } from "./steps/general-steps.tsx";

const emailIn = (query: URLSearchParams) => query.get("email")?.trim().slice(0, 254) ?? "";

const pageOf = (email: string) => `${href("/mostrador/persona")}?${new URLSearchParams({ email })}`;

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const { searchParams: query } = new URL(request.url);
  const email = emailIn(query);
  const person = email ? await personalDataOf(desk, email) : undefined;
  const now = desk.now();
  const fate = person && fateOf(person, await ordersOfPerson(desk, email), now);
  return { email, person, now, isDone: query.has("hecho"), ...fate };
});

type Person = NonNullable<Awaited<ReturnType<typeof personalDataOf>>>;

/** What can be erased of a person, and what stays, each in words. */
function fateOf({ withdrawals, earlier }: Person, orders: Order[], now: number) {
  const fates = orders.map((order) => ({ order, reason: keptFor(order, now) }));
  const others = withdrawals.filter(({ orderId }) => orders.every(({ id }) => id !== orderId));
  const open = others.filter(({ closedAt }) => closedAt === null);
  return {
    erasable: [
      ...fates.flatMap(({ order, reason }) => (reason ? [] : `el pedido ${order.id}`)),
      ...others
        .filter(({ closedAt }) => closedAt !== null)
        .map(({ at }) => `su desistimiento del ${formatWeekday(at)}`),
      ...(earlier.length > 0 ? ["esta dirección donde se corrigió"] : []),
    ],
    staying: [
      ...fates.flatMap(({ order, reason }) =>
        reason ? `El pedido ${order.id}: ${whyKept[reason](order, now)}${until[reason]}.` : [],
      ),
      ...open.map(({ at }) => `Su desistimiento del ${formatWeekday(at)}, hasta que lo resuelvas.`),
    ],
  };
}

/** Until when an order stays, if its reason does not say so. */
const until: Record<KeptFor, string> = {
  delivery: ", y se queda hasta que se entregue o se anule y acabe el plazo para desistir",
  withdrawal: ", y se queda hasta que lo decidas",
  refund: ", y se queda hasta que lo reembolses",
  dispute: ", y se queda hasta que se cierre",
  "withdrawal term": "",
};

/** Asks, and then erases. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const email = emailIn(new URL(request.url).searchParams);
  const { seguro } = await readForm(request);
  if (seguro === undefined) return "asked";
  if (email) await erasePerson(desk, email);
  throw redirect(`${pageOf(email)}&hecho`, 303);
});

export const meta = () => deskMeta("Datos de una persona");

/** What is stored about a person, for the person (art. 15 GDPR), and the way to erase it (art. 17). */
export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, person, now, isDone, erasable = [], staying = [] } = loaderData;
  if (!person)
    return (
      <h1 className="item-title">
        {isDone
          ? "Borrado: ya no guardamos nada con ese email."
          : "No guardamos nada con ese email."}
      </h1>
    );
  if (actionData === "asked" && erasable.length > 0)
    return (
      <Question
        title={`¿Borrar lo que se puede de ${email}?`}
        changes={[]}
        lines={[
          `Se borra: ${new Intl.ListFormat("es").format(erasable)}. De un pedido quedan lo vendido y su importe.`,
          ...staying.map((line) => `Se queda: ${line.charAt(0).toLowerCase()}${line.slice(1)}`),
          "Hacienda puede pedirte los datos de una venta durante años: borra solo si la ley te lo permite. En las copias de seguridad quedan hasta un año.",
          "No se puede deshacer.",
        ]}
        action={pageOf(email)}
        fields={{ seguro: "si" }}
        yes="Sí, borrar"
        no={pageOf(email)}
      />
    );
  const { orders, withdrawals, mails, earlier } = person;
  return (
    <div className="max-w-measure">
      {isDone && (
        <p role="status" className="admin-done mb-4 print:hidden">
          <b>Hecho</b>: borrado lo que se podía.
        </p>
      )}
      <h1 className="item-title">Datos de {email}</h1>
      <p className="mt-2 text-small">
        {seller.name} guarda estos datos a {formatMoment(now)}. Sirven para atender los pedidos y
        cumplir la ley; si no hubo compra, se borran {saleTerms.unpaidKeptDays}&nbsp;días después, y
        si la hubo, a los {saleTerms.keptYears}&nbsp;años. Más información en {shop.siteUrl}
        /politica-de-privacidad.
      </p>
      {orders.map((order) => (
        <Part key={order.id} title={`Pedido ${order.id}, del ${formatMoment(order.placedAt)}`}>
          <dl>
            <Row name="Estado">{statusNames[order.status]}</Row>
            <Row name="Total">{formatPrice(order.total)}</Row>
            <Row name="Cobrado">{formatPrice(order.paid)}</Row>
            <Row name="Reembolsado">{formatPrice(order.refunded)}</Row>
            <Row name="Email">{order.email}</Row>
            <Row name="Envío a">
              <span className="whitespace-pre-line">{orderAddress(order).join("\n")}</span>
            </Row>
          </dl>
          <HistoryList events={order.events} entries={order.payments} now={now} />
        </Part>
      ))}
      {withdrawals.map(({ id, at, name, contract, bottles, answer }) => (
        <Part key={id} title={`Desistimiento del ${formatMoment(at)}`}>
          <p>
            {declaration({ contract, bottles })} Firmado: {name}.
          </p>
          {answer && <p>{answer}</p>}
        </Part>
      ))}
      {mails.length > 0 && (
        <Part title="Correos">
          <Mails mails={mails} />
        </Part>
      )}
      {earlier.map(({ from, until: end, mails: sent }) => (
        <Part key={from} title="Una dirección que se corrigió">
          <p className="text-small">
            Esta dirección estuvo en un pedido desde el {formatMoment(from)} hasta el{" "}
            {formatMoment(end)}. El pedido puede ser de otra persona: no se enseña nada más de él.
            {sent.length > 0 && " A esta dirección fueron estos correos:"}
          </p>
          <Mails mails={sent} />
        </Part>
      ))}
      {staying.length > 0 && (
        <Part title="Todavía no se puede borrar" isForOwner>
          <ul className="text-small">
            {staying.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Part>
      )}
      {erasable.length > 0 && (
        <form method="post" action={pageOf(email)} className="mt-8 print:hidden">
          <Button type="submit" look="quiet">
            Borrar lo que se puede
          </Button>
        </form>
      )}
    </div>
  );
}

interface MailsProps {
  mails: { id: string; subject: string | null; sentAt: number | null; recipient?: string | null }[];
}

const Mails = ({ mails }: MailsProps) => (
  <ul className="text-small">
    {mails.map(({ id, subject, recipient, sentAt }) => (
      <li key={id}>
        {sentAt === null ? "Sin enviar" : formatMoment(sentAt)}
        {subject && `: «${subject}»`}
        {recipient && `, a ${recipient}`}
      </li>
    ))}
  </ul>
);

interface PartProps {
  title: string;
  /** What the person does not get. */
  isForOwner?: boolean;
  children: ReactNode;
}

function Part({ title, isForOwner, children }: PartProps) {
  return (
    <section className={`mt-8 [overflow-wrap:anywhere]${isForOwner ? " print:hidden" : ""}`}>
      <h2 className="mb-2 font-strong text-small">{title}</h2>
      {children}
    </section>
  );
}
