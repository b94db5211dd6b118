/** Letters in the search texts of orders, and what a search turns them into. */
const letters = [
  ...[
    ["ł", "l"],
    ["ø", "o"],
    ["đ", "d"],
    ["ð", "d"],
    ["ħ", "h"],
    ["ı", "i"],
    ["þ", "th"],
  ],
  ...[
    ["ß", "ss"],
    ["æ", "ae"],
    ["œ", "oe"],
    ["º", "o"],
    ["ª", "a"],
  ],
];
const plain = letters.reduce(
  (text, [letter, ascii]) => `replace(${text}, '${letter}', '${ascii}')`,
  "search",
);

/** Released: never change it. It only adds, so that a server of the version before it can go on beside a new one. */
export const tables002 = () => [
  // Terms that were stored before have no row here: the next order under the same facts stores or finds its text.
  "create table terms_by_facts (facts text primary key, version text not null references terms (version))",

  // A session or link is found by the hash of its secret. Whoever had signed in with the password signs in again.
  "create table sessions (id text primary key, started_at bigint not null, used_at bigint not null)",
  "create table email_links (id text primary key, made_at bigint not null, iban text)",
  // Orders that are stored already have none. They are a few days from being paid or expired.
  "alter table orders add column mailbox text",
  "create index orders_unpaid_by_mailbox on orders (mailbox) where status = 'unpaid'",
  // Withdrawals that are stored already have none: they have been acknowledged one by one.
  "alter table withdrawals add column mailbox text",
  "create index withdrawals_by_day on withdrawals (at)",
  // What stands there already is what the owner added or took.
  "alter table stock_moves add column shelf bigint",
  `update orders set search = ${plain} where search <> ${plain}`,
  "create index mails_of_shop on mails (template, created_at) where order_id is null and withdrawal_id is null",
];
