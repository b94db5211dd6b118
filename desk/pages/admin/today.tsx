import type { ReactNode } from "react";
import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { buttonStyle } from "../../../app/ui/button.tsx";
import { countToStrangers } from "../../mail/outbox.ts";
import { showCount, unpaidOrders } from "../../orders/order-list.ts";
import { type Sales, salesBetween } from "../../orders/sales.ts";
import { stockOf } from "../../orders/stock.ts";
import { factsOf, readFactValues } from "../../orders/stored-facts.ts";
import { readClaims } from "../../shop/claims.ts";
import { countBottles, formatWeekday } from "../../shop/order-format.ts";
import { kept, outstanding } from "../../shop/order-status.ts";
import { deliveryTerm } from "../../shop/order-texts.ts";
import { dayOf, inMadrid, startOfMonth } from "../../shop/time.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/today";
import { Notices } from "./notices.tsx";
import { DaysLeft, nameOf } from "./order-row.tsx";
import { readTasks } from "./read-tasks.ts";
import { Decisions, Task } from "./tasks.tsx";
import { dayWords, isLastDay } from "./times.ts";

/** How many unpaid orders are read, to count those that expire today, and how many of them are shown. */
const maxUnpaid = 100;
const maxUnpaidShown = 5;

export const loader = withDesk(async (desk) => {
  const now = desk.now();
  const values = await readFactValues(desk.db);
  const { paused, cityDeliveryHours, authorizationHours } = factsOf(values);
  const [before, start] = [startOfMonth(now, -1), startOfMonth(now, 0)];
  return {
    ...(await readTasks(desk)),
    unpaid: await unpaidOrders(desk, maxUnpaid),
    month: await salesBetween(desk, start, now + 1),
    lastMonth: await salesBetween(desk, before, start),
    hours: cityDeliveryHours,
    answerHours: authorizationHours,
    notices: {
      failing: desk.failing(),
      now,
      isTest: desk.card?.isTest ?? false,
      stock: await stockOf(desk.db),
      paused,
      toStrangers: await countToStrangers(desk),
      ...readClaims(values.claims),
    },
    before,
    now,
  };
});

export const meta = () => deskMeta("Hoy");

type Data = Route.ComponentProps["loaderData"];

/** The owner's first page: what to do today. */
export default function Today({ loaderData }: Route.ComponentProps) {
  const { toPack, unpaid, month, lastMonth, before, now, notices } = loaderData;
  return (
    <>
      <h1 className="item-title">Hoy</h1>
      <p className="text-quiet text-small">{formatWeekday(now)}</p>
      <Summary {...loaderData} />
      <Notices {...notices} />
      {isDone(loaderData) && <p className="mt-6">Nada por hacer.</p>}
      <div className="grid-cols-2 gap-x-16 md:grid">
        <div>
          <Task
            id="to-pack"
            title="Por enviar"
            count={toPack.count}
            link={<a href={href("/mostrador/albaranes")}>Albaranes</a>}
          >
            {toPack.orders.slice(0, mostToPack).map((order) => (
              <Line
                key={order.id}
                order={order}
                right={countBottles(kept(order))}
                below={<Paid {...order} hours={loaderData.hours} now={now} />}
                belowRight={order.id}
              />
            ))}
          </Task>
          {toPack.count > 0 && (
            <a href={href("/mostrador/envios")} className={buttonStyle("mt-4 flex w-full")}>
              {toPack.count === 1 ? "Preparar el envío" : `Preparar los ${toPack.count} envíos`}
            </a>
          )}
        </div>
        <div>
          <Decisions {...loaderData} />
          <Task
            id="unpaid"
            title="Esperan el pago"
            count={unpaid.count}
            link={<a href={href("/mostrador/sin-pagar")}>Comparar con el banco</a>}
          >
            {unpaid.orders.slice(0, maxUnpaidShown).map((order) => (
              <Line
                key={order.id}
                order={order}
                right={formatPrice(outstanding(order))}
                below={<DaysLeft {...order} now={now} />}
                belowRight={order.id}
              />
            ))}
          </Task>
          {unpaid.count > maxUnpaidShown && (
            <a href={href("/mostrador/sin-pagar")} className="admin-link">
              Ver los {unpaid.count}
            </a>
          )}
        </div>
      </div>
      <Figures month={month} lastMonth={lastMonth} before={before} now={now} />
    </>
  );
}

const isDone = ({ toPack, toDecide, withdrawals, mails, toSettle, notices: { failing } }: Data) =>
  [withdrawals, mails, failing].every(({ length }) => length === 0) &&
  toPack.count + toDecide.count + toSettle.count === 0;

/** The number of orders or tasks in each list, with a link to it. */
function Summary({ toPack, toDecide, withdrawals, toSettle, mails, unpaid, now }: Data) {
  const lastDay = unpaid.orders.filter(({ payUntil }) => isLastDay(payUntil, now)).length;
  const parts = [
    { list: "to-pack", count: toPack.count, text: "por enviar" },
    { list: "to-decide", count: toDecide.count, text: "por decidir" },
    {
      list: "withdrawals",
      count: withdrawals.length,
      text: `${plural(withdrawals, "desistimiento")} sin pedido`,
    },
    {
      list: "money",
      count: toSettle.count,
      text: toSettle.count === 1 ? "no cuadra" : "no cuadran",
    },
    { list: "mails", count: mails.length, text: `${plural(mails, "correo")} sin llegar` },
    { list: "unpaid", count: lastDay, text: lastDay === 1 ? "vence hoy" : "vencen hoy" },
  ];
  return (
    <ul className="mb-2 flex flex-wrap gap-x-5">
      {parts
        .filter(({ count }) => count > 0)
        .map(({ list, count, text }) => (
          <li key={list}>
            <a href={`#${list}`} className="admin-link">
              {showCount(count)} {text}
            </a>
          </li>
        ))}
    </ul>
  );
}

const plural = ({ length }: { length: number }, word: string) => (length === 1 ? word : `${word}s`);

/** How many orders to send the page shows. The button leads to all. */
const mostToPack = 10;

const monthName = inMadrid({ month: "long" });

/** Groups the thousands of four-digit amounts too, because they may appear beside five-digit ones. */
const euros = new Intl.NumberFormat("es-ES", {
  style: "currency",
  currency: "EUR",
  useGrouping: "always",
});

/** This month's sales beside the last one's. */
function Figures({
  month,
  lastMonth,
  before,
  now,
}: { month: Sales; lastMonth: Sales } & Pick<Data, "before" | "now">) {
  return (
    <dl className="mt-10 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-3 border-rule border-y py-3 tabular-nums md:gap-x-16">
      <div className="flex flex-col-reverse justify-end">
        <dt className="text-quiet text-small">
          {month.bottles === 1 ? "frasco" : "frascos"} en {monthName.format(now)};{" "}
          {lastMonth.bottles} en {monthName.format(before)}
        </dt>
        <dd className="figure">{month.bottles}</dd>
      </div>
      <div className="flex flex-col-reverse justify-end">
        <dt className="text-quiet text-small">
          ventas en {monthName.format(now)}; {euros.format(lastMonth.amount / 100)} en{" "}
          {monthName.format(before)}
        </dt>
        <dd className="figure">{euros.format(month.amount / 100)}</dd>
      </div>
    </dl>
  );
}

interface LineProps {
  order: Data["toPack"]["orders"][number] | Data["unpaid"]["orders"][number];
  right: string;
  below: ReactNode;
  belowRight?: string;
}

/** An order in two lines. All of it is a link. */
const Line = ({ order, right, below, belowRight }: LineProps) => (
  <li className="border-rule border-t">
    <a
      href={href("/mostrador/:id", { id: order.id })}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2 hover:bg-ground-deep"
    >
      <strong>{nameOf(order)}</strong>
      <span className="text-right tabular-nums">{right}</span>
      <span className="text-quiet text-small">{below}</span>
      <span className="text-right text-quiet text-small">{belowRight}</span>
    </a>
  </li>
);

/** Where a parcel goes, when it was paid, and whether it is late. */
function Paid({
  hours,
  now,
  ...order
}: Data["toPack"]["orders"][number] & Pick<Data, "hours" | "now">) {
  const { city, paidOn, placedAt } = order;
  const since = paidOn ?? dayOf(placedAt);
  const words = `${city ?? ""} · ${paidOn ? "pagado" : "pedido"} ${dayWords(since, now)}`;
  return now > deliveryTerm(order, hours) ? (
    <>
      {words}, <strong className="text-text">va tarde</strong>
    </>
  ) : (
    words
  );
}
