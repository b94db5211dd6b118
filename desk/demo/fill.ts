/**
 * `npm run fill -- --orders 100000 --database <file or address>`: writes a shop as years would have
 * left it, with orders in all statuses, their ledgers, events, emails and withdrawals.
 */
import { parseArgs } from "node:util";
import { type InsertObject, sql } from "kysely";
import { facts } from "../../app/shop/facts.ts";
import { shippingDefaults } from "../../app/shop/order.ts";
import { randomFrom } from "../../server/testing/random.ts";
import { noRecipient } from "../orders/place.ts";
import { storeText } from "../orders/terms.ts";
import {
  type Closed,
  type EntryKind,
  type Fulfilment,
  type LedgerEntry,
  type PaymentMethod,
  sumsOf,
} from "../shop/order-status.ts";
import { day, dayOf, endOfPeriod, hour } from "../shop/time.ts";
import { type Database, openDatabase, transact } from "../storage/database.ts";
import { searchText } from "../storage/search.ts";
import type { Tables } from "../storage/tables.ts";

interface Filling {
  orders: number;
  /** The time of the newest order, in ms, and the days over which the orders are spread. */
  until: number;
  days: number;
  /** The legal texts of the orders. */
  terms?: string;
}

/** Rows of each table that belong together. They are stored in one transaction. */
interface Batch {
  orders: InsertObject<Tables, "orders">[];
  payments: InsertObject<Tables, "payments">[];
  events: InsertObject<Tables, "events">[];
  withdrawals: InsertObject<Tables, "withdrawals">[];
  /** Events of bottles that were taken off, with the place of their discount among the payments. */
  removals: {
    event: InsertObject<Tables, "events">;
    bottles: number;
    withdrawal: string;
    payment: number;
  }[];
  mails: InsertObject<Tables, "mails">[];
}

/** SQLite takes 32,766 values at a time, and an order has at most eight emails of 11 columns. */
const batchSize = 250;

/** Fills an empty database, with the same orders each time. */
export async function fill(db: Database, filling: Filling): Promise<void> {
  const { orders, until, days, terms = "Los términos de servicio." } = filling;
  const version = await transact(db, (trx) => storeText(trx, terms, until - days * day));
  const next = generator(until, version);
  for (let from = 0; from < orders; from += batchSize) {
    const batch: Batch = {
      orders: [],
      payments: [],
      events: [],
      removals: [],
      withdrawals: [],
      mails: [],
    };
    for (let index = from; index < Math.min(orders, from + batchSize); index++) {
      next(batch, until - days * day + Math.floor(((index + 1) / orders) * days * day));
    }
    await store(db, batch);
  }
  // PostgreSQL does both by itself within a minute. Until then its plans are slower.
  await sql`vacuum`.execute(db);
  await sql`analyze`.execute(db);
}

/** Referenced rows first. */
const store = (db: Database, { orders, payments, events, removals, withdrawals, mails }: Batch) =>
  db.transaction().execute(async (trx) => {
    await trx.insertInto("orders").values(orders).execute();
    await trx.insertInto("events").values(events).execute();
    const entries =
      payments.length > 0
        ? await trx.insertInto("payments").values(payments).returning("id").execute()
        : [];
    const removed = removals.map(({ event, payment, ...data }) => ({
      ...event,
      data: JSON.stringify({ ...data, entry: entries[payment]?.id }),
    }));
    if (removed.length > 0) await trx.insertInto("events").values(removed).execute();
    if (withdrawals.length > 0) await trx.insertInto("withdrawals").values(withdrawals).execute();
    if (mails.length > 0) await trx.insertInto("mails").values(mails).execute();
  });

const firstNames =
  "Lucía Ana María Carmen Elena Marta Paula Irene Nuria Sofía Alba Clara Javier Álvaro Diego Pablo Hugo Mateo Jorge Íñigo".split(
    " ",
  );
const lastNames =
  "Gómez Ruiz García Martínez López Sánchez Pérez Fernández Díaz Torres Navarro Molina Ortega Castro Iglesias Núñez Vega Prieto Cano Ibáñez".split(
    " ",
  );
const streets =
  "Calle Mayor|Calle de Alcalá|Gran Vía|Calle del Pez|Paseo del Prado|Calle de Serrano|Rambla de Cataluña|Avenida de la Constitución|Calle Larios|Calle de la Paz".split(
    "|",
  );
const cities = [
  ["Madrid", "28"],
  ["Madrid", "28"],
  ["Madrid", "28"],
  ["Barcelona", "08"],
  ["Valencia", "46"],
  ["Sevilla", "41"],
  ["Bilbao", "48"],
  ["Málaga", "29"],
  ["Zaragoza", "50"],
  ["Alcalá de Henares", "28"],
] as const;

const unitPrice = 8999;

/** The final state of an order. Most are delivered. */
type Fate = "delivered" | "refunded" | "part refunded" | "expired" | "cancelled" | "part paid";

/** Returns a function that adds an order, placed at a time, to a batch. */
function generator(now: number, terms: string) {
  const { below, chance, one } = randomFrom(20_261_124);
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const text = (length: number) => Array.from({ length }, () => letters[below(32)]).join("");
  let index = 0;

  function fateOf(): Fate {
    const draw = below(1000);
    if (draw < 870) return "delivered";
    if (draw < 905) return "refunded";
    if (draw < 915) return "part refunded";
    if (draw < 980) return "expired";
    return draw < 995 ? "cancelled" : "part paid";
  }

  return (batch: Batch, placedAt: number): void => {
    index++;
    const id = text(8);
    const fate = fateOf();
    const isInPerson = fate === "delivered" && chance(0.03);
    const quantity = chance(0.8) ? 1 : 1 + below(3);
    const total = quantity * unitPrice;
    const method: PaymentMethod = isInPerson ? "cash" : "transfer";
    const [city, province] = one(cities);
    const firstName = one(firstNames);
    const lastName = `${one(lastNames)} ${one(lastNames)}`;
    const recipient = isInPerson
      ? noRecipient
      : {
          ...shippingDefaults,
          firstName,
          lastName,
          email: `${firstName}.${lastName}.${index}@correo.example`
            .normalize("NFD")
            .replace(/[^\w.@]/g, "")
            .toLowerCase(),
          phone: `+34 6${String(below(100_000_000)).padStart(8, "0")}`,
          address: `${one(streets)}, ${1 + below(120)}`,
          city,
          postalCode: `${province}${String(below(100)).padStart(3, "0")}`,
          country: "ES",
        };
    const entries: LedgerEntry[] = [];
    let fulfilment: Fulfilment = "unfulfilled";
    let closed: Closed = null;
    let deliveredAt: number | null = null;
    let tracking: string | null = null;
    let removed = 0;

    const event = (
      kind: InsertObject<Tables, "events">["kind"],
      at: number,
      who: "shopper" | "owner" | "shop",
    ) => batch.events.push({ orderId: id, at, who, kind });
    const entry = (kind: EntryKind, amount: number, at: number) => {
      entries.push({ kind, amount, reverses: null });
      batch.payments.push({
        orderId: id,
        kind,
        amount,
        at,
        day: dayOf(at),
        method: kind === "discount" ? null : method,
        who: "owner",
      });
    };
    const mail = (template: string, subject: string, at: number) => {
      if (!recipient.email) return;
      const isForOwner = template.startsWith("owner ");
      batch.mails.push({
        id: text(24),
        orderId: id,
        template,
        data: "{}",
        audience: isForOwner ? "owner" : "shopper",
        createdAt: at,
        dueAt: at,
        attempts: 1,
        recipient: isForOwner ? facts.email : recipient.email,
        subject: `Pedido ${id}: ${subject}`,
        sentAt: at,
      });
    };

    /** Runs the work for this long after the order was placed, if that time has come. */
    const after = (delay: number, work: (at: number) => void) => {
      const at = placedAt + delay;
      if (at <= now) work(at);
    };

    event("placed", placedAt, isInPerson ? "owner" : "shopper");
    mail("placed", "cómo pagarlo", placedAt);
    mail("owner order placed", "nuevo", placedAt);
    const payDelay = isInPerson ? 0 : hour * (2 + below(40));
    const shipDelay = isInPerson ? 0 : payDelay + hour * (10 + below(24));
    const deliverDelay = isInPerson ? 0 : shipDelay + hour * (24 + below(48));

    if (fate === "expired") {
      after(8 * day, (at) => {
        closed = "expired";
        event("expired", at, "shop");
        mail("expired", "caducado, no debes nada", at);
      });
    } else if (fate === "cancelled") {
      after(payDelay, (at) => {
        closed = "cancelled";
        event("cancelled", at, "owner");
        mail("cancelled", "anulado, no debes nada", at);
      });
    } else if (fate === "part paid") {
      after(payDelay, (at) => {
        entry("payment", total - 1000, at);
        mail("money", "faltan 10,00\u00a0€", at);
      });
      // The owner waives the rest.
      after(payDelay + 5 * day, (at) => entry("discount", 1000, at));
      after(payDelay + 6 * day, (at) => {
        fulfilment = "shipped";
        event("shipped", at, "owner");
      });
      after(payDelay + 8 * day, (at) => {
        fulfilment = "delivered";
        event("delivered", at, "owner");
      });
    } else {
      after(payDelay, (at) => {
        entry("payment", total, at);
        mail("money", "pago recibido", at);
      });
      after(shipDelay, (at) => {
        fulfilment = "shipped";
        tracking = isInPerson ? null : `MRW ${below(1_000_000_000)}`;
        if (!isInPerson) event("shipped", at, "owner");
        mail("shipped", "va de camino", at);
      });
      after(deliverDelay, (at) => {
        fulfilment = "delivered";
        deliveredAt = at;
        event("delivered", at, "owner");
        mail("delivered", "entregado", at);
      });
      const withdrawDelay = deliverDelay + day * (2 + below(9));
      if (fate === "refunded" || fate === "part refunded") {
        const withdrawal = text(16).toLowerCase();
        const taken = fate === "refunded" ? total : Math.min(total, unitPrice) - 1000;
        after(withdrawDelay, (at) => {
          batch.withdrawals.push({
            id: withdrawal,
            requestKey: withdrawal,
            name: `${firstName} ${lastName}`,
            contract: fate === "refunded" ? id : `${id}, solo un frasco`,
            email: recipient.email ?? "",
            at,
            orderId: id,
            bottles: fate === "refunded" ? null : 1,
            closedAt: at,
            answer: "",
          });
          event("withdrawn", at, "shopper");
          removed = fate === "refunded" ? quantity : 1;
          entry("discount", taken, at);
          batch.removals.push({
            event: { orderId: id, at, who: "shopper", kind: "removed" },
            bottles: removed,
            withdrawal,
            payment: batch.payments.length - 1,
          });
        });
        after(withdrawDelay + 6 * day, (at) => {
          entry("refund", taken, at);
          mail("refund", "te hemos reembolsado el dinero", at);
        });
      }
    }

    batch.orders.push({
      ...recipient,
      id,
      token: text(22),
      requestKey: text(32),
      fingerprint: "",
      placedAt,
      payUntil: endOfPeriod(placedAt, 7),
      quantity,
      removed,
      unitPrice,
      shipping: 0,
      total,
      vatPercent: 21,
      terms,
      method,
      fulfilment,
      closed,
      ...sumsOf(entries),
      tracking,
      deliveredAt,
      search: searchText(id, recipient, tracking),
    });
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      orders: { type: "string", default: "100000" },
      database: { type: "string" },
      days: { type: "string", default: String(5 * 365) },
    },
  });
  const { database: url, orders, days } = values;
  if (!url || !/^\d+$/.test(orders) || !/^\d+$/.test(days)) {
    console.error("npm run fill -- --orders 100000 --database <archivo o postgres://…>");
    process.exit(1);
  }
  const begun = performance.now();
  const db = await openDatabase(url, "create");
  await fill(db, { orders: Number(orders), until: Date.now(), days: Number(days) });
  await db.destroy();
  console.log(`${orders} pedidos en ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}
