/**
 * Released: never change it. It only adds. What a server of the version before does to orders with bottles taken off is
 * in docs/hosting/several-servers.md.
 */
export const tables004 = () => [
  "alter table orders add column removed integer not null default 0 check (removed between 0 and quantity)",
  // Null: all of the order, as those that are stored already say in their words.
  "alter table withdrawals add column bottles integer check (bottles between 1 and 9)",
  // What an earlier version has left open though its money is back: closed at the next start.
  `create index orders_to_close on orders (id)
      where status = 'refunded' and closed is null and fulfilment = 'unfulfilled'`,
];
