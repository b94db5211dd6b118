import { type Booked, failures } from "./evidence.ts";
import type { Record } from "./record.ts";
import type { Rows } from "./rows.ts";

/** The ledgers agree with Stripe: each payment, refund and dispute is stored once, on its own order. */
export function judgeStripe({ payments }: Pick<Rows, "payments">, booked: Booked): string[] {
  const { sessions, refunds, disputes } = booked;
  const stored = Map.groupBy(
    payments.filter(({ providerId }) => providerId !== null),
    ({ providerId }) => providerId,
  );
  const reversed = new Set(payments.map(({ reverses }) => reverses));
  const orderOf = ordersPaidAt(booked);
  const expected = [
    ...[...sessions.values()]
      .filter(({ payment_status }) => payment_status === "paid")
      .map((session) => ({
        id: session.payment_intent ?? "",
        kind: "payment",
        amount: session.amount_total,
        order: session.client_reference_id,
        counts: true,
      })),
    ...refunds.map(({ id, amount, payment_intent, status }) => ({
      id,
      kind: "refund",
      amount,
      order: orderOf.get(payment_intent),
      counts: status === "succeeded" || status === "pending",
    })),
    ...disputes.map(({ id, amount, payment_intent, status }) => ({
      id,
      kind: "chargeback",
      amount,
      order: orderOf.get(payment_intent),
      // Stripe takes the money when a dispute opens.
      counts: status !== "won",
    })),
  ];
  const known = new Set(expected.map(({ id }) => id));
  return [
    ...expected.flatMap(({ id, kind, amount, order, counts }) => {
      const [row, ...others] = stored.get(id) ?? [];
      const isRight = row?.kind === kind && row.amount === amount && row.orderId === order;
      const doesCount = row !== undefined && !reversed.has(row.id);
      const subject = `Stripe's ${kind} ${id} of ${order}`;
      return failures(
        [others.length === 0, `${subject} is stored twice.`],
        [row === undefined || isRight, `${subject} is stored wrongly.`],
        [doesCount === counts, `${subject} ${counts ? "does not count" : "still counts"}.`],
      );
    }),
    ...[...stored.keys()]
      .filter((id) => !known.has(id ?? ""))
      .map((id) => `Stripe does not know ${id}.`),
  ];
}

/** The order numbers, by the ids of their payments at Stripe. */
const ordersPaidAt = ({ sessions }: Booked) =>
  new Map(
    [...sessions.values()].map((session) => [session.payment_intent, session.client_reference_id]),
  );

/**
 * Each refund through Stripe that the shop acknowledged was made, and none more often than she pressed the button. Two
 * presses for the same amount may be one refund.
 */
export function judgeRefunds({ presses }: Record, booked: Booked): string[] {
  const orderOf = ordersPaidAt(booked);
  const ours = booked.refunds.filter(({ metadata }) => metadata.key !== undefined);
  const made = Map.groupBy(
    ours,
    (refund) => `${refund.amount} of ${orderOf.get(refund.payment_intent)}`,
  );
  const asked = Map.groupBy(
    presses.filter(({ step }) => step === "stripe"),
    ({ order, fields }) => `${Number(fields.importe?.replace(",", ""))} of ${order}`,
  );
  return [
    ...[...made].flatMap(([refund, all]) =>
      failures([
        all.length <= (asked.get(refund)?.length ?? 0),
        `Stripe was asked ${all.length} times to refund ${refund}, and the owner has asked ${asked.get(refund)?.length ?? 0} times.`,
      ]),
    ),
    ...[...asked]
      .filter(([, all]) => all.some(({ isDone }) => isDone))
      .flatMap(([refund]) =>
        failures([
          made.has(refund),
          `A refund by Stripe was acknowledged and not made: ${refund}.`,
        ]),
      ),
  ];
}
