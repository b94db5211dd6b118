import { shop } from "../../../shop/shop.ts";
import type { DeskService } from "../context.ts";
import { refusal } from "../refusal.tsx";

/** Loads an order with all that the counter shows. @throws 404 if there is none. */
export async function readOrder(desk: DeskService, id: string) {
  const opened = await desk.openAtCounter(id);
  if (!opened) throw refusal(404);
  const { order } = opened;
  const mails = await desk.mailsOf(order);
  const stuck = new Set((await desk.stuckMails()).map(({ id }) => id));
  return {
    ...opened,
    byCard: desk.refundableByCard(opened),
    history: await desk.historyOf(order),
    withdrawals: await desk.withdrawalsOf(order),
    mails: mails
      .filter(({ recipient }) => recipient !== shop.email)
      .map((mail) => ({ ...mail, isStuck: stuck.has(mail.id) })),
    now: desk.now(),
  };
}

export type OrderData = Awaited<ReturnType<typeof readOrder>>;
export type CounterOrder = OrderData["order"];
