/**
 * Released: never change it. Its SQL is written out, so that no constant of later code can change it either.
 * @param key the type of a row's number
 */
export const tables001 = (key: string) => [
  `create table orders (
      id text primary key,
      token text not null unique,
      request_key text not null unique,
      fingerprint text not null,
      version integer not null default 0,
      placed_at bigint not null,
      pay_until bigint,
      quantity integer not null check (quantity between 1 and 10),
      unit_price integer not null,
      shipping integer not null,
      adjustment integer not null default 0,
      total integer not null check (total >= 0),
      vat_percent integer not null,
      terms text not null,
      method text not null check (method in ('transfer', 'card', 'cash')),
      fulfilment text not null default 'unfulfilled'
        check (fulfilment in ('unfulfilled', 'shipped', 'delivered')),
      closed text check (closed in ('expired', 'cancelled')),
      paid integer not null default 0 check (paid >= 0),
      refunded integer not null default 0 check (refunded >= 0),
      charged_back integer not null default 0 check (charged_back >= 0),
      discount integer not null default 0 check (discount between 0 and total),
      first_name text, last_name text, email text, phone text,
      address text, city text, postal_code text, country text,
      tracking text,
      delivered_at bigint,
      provider_page text unique,
      provider_page_open integer not null default 0,
      provider_page_amount integer,
      provider_payment text,
      refund_key text,
      disputed integer not null default 0,
      search text not null default '',
      erased_at bigint,
      payment_status text not null generated always as (case
    when (paid - refunded - charged_back) >= (total - discount) then 'paid'
    when refunded + charged_back > 0 and (paid - refunded - charged_back) <= 0 then 'refunded'
    when refunded + charged_back > 0 and paid >= (total - discount) then 'partially refunded'
    when paid > 0 then 'partially paid'
    else 'unpaid' end) stored,
      status text not null generated always as (case
    when (paid - refunded - charged_back) < (total - discount) and refunded + charged_back > 0 and (paid - refunded - charged_back) <= 0 then 'refunded'
    when closed is not null then closed
    when fulfilment <> 'unfulfilled' then fulfilment
    else case
    when (paid - refunded - charged_back) >= (total - discount) then 'paid'
    when refunded + charged_back > 0 and (paid - refunded - charged_back) <= 0 then 'refunded'
    when refunded + charged_back > 0 and paid >= (total - discount) then 'partially refunded'
    when paid > 0 then 'partially paid'
    else 'unpaid' end end) stored,
      owed_back integer not null generated always as (case
    when closed is not null and (paid - refunded - charged_back) > 0 then (paid - refunded - charged_back)
    when closed is null and (paid - refunded - charged_back) > (total - discount) then (paid - refunded - charged_back) - (total - discount)
    else 0 end) stored,
      constraint delivered_once check (delivered_at is null or fulfilment = 'delivered'),
      constraint total_adds_up check (total = quantity * unit_price + shipping + adjustment)
    )`,
  "create index orders_by_time on orders (placed_at, id)",
  "create index orders_by_status on orders (status, placed_at, id)",
  "create index orders_by_email on orders (lower(email), placed_at)",
  "create index orders_to_expire on orders (pay_until) where status = 'unpaid'",
  // Must be the same text as the query's condition (desk/orders/order-list.ts).
  `create index orders_to_settle on orders (placed_at, id) where owed_back > 0 or disputed > 0 or status = 'partially paid'
  or (closed is null and fulfilment <> 'unfulfilled' and payment_status in ('unpaid', 'partially paid'))`,
  "create index orders_under_way on orders (placed_at) where fulfilment = 'shipped'",
  "create index orders_to_erase on orders (placed_at) where erased_at is null",
  `create index orders_never_paid on orders (placed_at)
      where erased_at is null and closed is not null and paid = 0`,
  "create index orders_disputed on orders (placed_at, id) where disputed > 0",
  "create index orders_by_provider_payment on orders (provider_payment) where provider_payment is not null",
  "create index orders_with_open_page on orders (placed_at, id) where provider_page_open = 1",

  `create table payments (
      id ${key},
      order_id text not null references orders (id),
      kind text not null check (kind in ('payment', 'refund', 'discount', 'chargeback')),
      amount integer not null check (amount > 0),
      at bigint not null,
      day text not null,
      method text check (method in ('transfer', 'card', 'cash')),
      provider_id text unique,
      who text not null,
      note text,
      reverses integer unique references payments (id)
    )`,
  "create index payments_by_order on payments (order_id, id)",
  "create index payments_by_day on payments (day, id)",

  `create table events (
      id ${key},
      order_id text not null references orders (id),
      at bigint not null,
      who text not null,
      kind text not null,
      day text,
      note text,
      data text
    )`,
  "create index events_by_order on events (order_id, id)",

  `create table withdrawals (
      id text primary key,
      request_key text not null unique,
      name text not null,
      contract text not null,
      email text not null,
      at bigint not null,
      order_id text references orders (id),
      closed_at bigint,
      answer text
    )`,
  "create index withdrawals_by_order on withdrawals (order_id)",
  "create index withdrawals_by_email on withdrawals (lower(email), at)",
  "create index withdrawals_unlinked on withdrawals (at) where order_id is null",
  "create index withdrawals_open on withdrawals (at, id) where closed_at is null",

  `create table mails (
      id text primary key,
      order_id text references orders (id),
      withdrawal_id text references withdrawals (id),
      template text not null,
      data text not null default '{}',
      audience text not null check (audience in ('shopper', 'owner')),
      cause text,
      created_at bigint not null,
      due_at bigint not null,
      attempts integer not null default 0,
      copies integer not null default 0,
      recipient text,
      subject text,
      sent_at bigint,
      refused_at bigint,
      dismissed_at bigint,
      error text
    )`,
  "create index mails_by_order on mails (order_id)",
  `create index mails_by_withdrawal on mails (withdrawal_id)
      where withdrawal_id is not null`,
  `create index mails_to_send on mails (due_at, id)
      where sent_at is null and refused_at is null and dismissed_at is null`,
  `create index mails_undelivered on mails (created_at, id)
      where sent_at is null and dismissed_at is null`,

  `create table terms (version text primary key, text text not null, since bigint not null)`,
  `create table settings (name text primary key, value text not null)`,
  `create table stock (id integer primary key check (id = 1), bottles integer)`,
  `insert into stock (id, bottles) values (1, null)`,
  `create table stock_moves (
      id ${key},
      at bigint not null,
      bottles integer not null,
      note text
    )`,
];
