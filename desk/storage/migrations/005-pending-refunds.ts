/** Released: never change it. It only adds. */
export const tables005 = () => [
  "alter table orders add column refund_pending integer not null default 0 check (refund_pending >= 0)",
  "create index orders_refund_pending on orders (placed_at, id) where refund_pending > 0",
];
