import type { ReactNode } from "react";
import { formatPrice } from "../../../app/shop/money.ts";
import { shop } from "../../../app/shop/shop.ts";
import { Row } from "../../../app/ui/row.tsx";
import { personalDataOf } from "../../orders/data-requests.ts";
import { formatMoment, orderAddress, statusNames } from "../../shop/order-format.ts";
import { refundMade } from "../../shop/order-status.ts";
import { saleTerms, seller } from "../../shop/seller.ts";
import { declaration } from "../../shop/withdrawal.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/person";
import { HistoryList } from "./order-history.tsx";

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const email = new URL(request.url).searchParams.get("email")?.trim().slice(0, 254) ?? "";
  return { email, person: email && (await personalDataOf(desk, email)), now: desk.now() };
});

export const meta = () => deskMeta("Datos de una persona");

/** What is stored about a person, for the person (art. 15 GDPR). */
export default function Person({ loaderData: { email, person, now } }: Route.ComponentProps) {
  if (!person) return <h1 className="item-title">No guardamos nada con ese email.</h1>;
  return (
    <div className="max-w-measure">
      <h1 className="item-title">Datos de {email}</h1>
      <p className="mt-2 text-small">
        {seller.name} guarda estos datos a {formatMoment(now)}. Sirven para atender los pedidos y
        cumplir la ley; si no hubo compra, se borran {saleTerms.unpaidKeptDays}&nbsp;días después, y
        si la hubo, a los {saleTerms.keptYears}&nbsp;años. Más información en {shop.siteUrl}
        /politica-de-privacidad.
      </p>
      {person.orders.map((order) => (
        <Part key={order.id} title={`Pedido ${order.id}, del ${formatMoment(order.placedAt)}`}>
          <dl>
            <Row name="Estado">{statusNames[order.status]}</Row>
            <Row name="Total">{formatPrice(order.total)}</Row>
            <Row name="Cobrado">{formatPrice(order.paid)}</Row>
            <Row name="Reembolsado">{formatPrice(refundMade(order))}</Row>
            <Row name="Email">{order.email}</Row>
            <Row name="Envío a">
              <span className="whitespace-pre-line">{orderAddress(order).join("\n")}</span>
            </Row>
          </dl>
          <HistoryList events={order.events} entries={order.payments} now={now} />
        </Part>
      ))}
      {person.withdrawals.map(({ id, at, name, contract, bottles, answer }) => (
        <Part key={id} title={`Desistimiento del ${formatMoment(at)}`}>
          <p>
            {declaration({ contract, bottles })} Firmado: {name}.
          </p>
          {answer && <p>{answer}</p>}
        </Part>
      ))}
      {person.mails.length > 0 && (
        <Part title="Correos">
          <ul className="text-small">
            {person.mails.map(({ id, subject, recipient, sentAt }) => (
              <li key={id}>
                {sentAt === null ? "Sin enviar" : formatMoment(sentAt)}
                {subject && `: «${subject}»`}
                {recipient && `, a ${recipient}`}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 [overflow-wrap:anywhere]">
      <h2 className="mb-2 font-strong text-small">{title}</h2>
      {children}
    </section>
  );
}
