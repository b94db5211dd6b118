/**
 * Faults that chaos.ts plants to see whether its judge finds them, without changes to the shop's code. Some are
 * triggers in the database; others wrap what a worker passes to the shop (worker.ts).
 */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { isSqlite } from "../storage/dialect.ts";

interface Planted {
  /** What the shop does wrong. */
  description: string;
  /** Matches the judge's report of it. */
  report: RegExp;
}

export const faults = {
  bottles: {
    description:
      "an order that is cancelled after its bottles came back gives all of them back again",
    report: /bottles are left/,
  },
  shelf: {
    description: "bottles that are taken off an order do not come back to the stock",
    report: /bottles are left/,
  },
  opened: {
    description:
      "a withdrawal that is decided is opened again, as by a server of an earlier version",
    report: /is decided, and open/,
  },
  link: {
    description: "a link to sign in can be used twice",
    report: /has signed in \d browsers/,
  },
  receipt: {
    description: "withdrawals after the third of a day have no receipt",
    report: /has not one receipt/,
  },
  terms: {
    description: "an order gets the newest terms, and not those of its own price",
    report: /terms/,
  },
  address: {
    description: "some emails go to the address of the email before",
    report: /went to/,
  },
  step: {
    description: "some steps of the owner are acknowledged and not stored",
    report: /acknowledged/,
  },
  twice: {
    description: "some emails are sent twice, though nothing has failed",
    report: /sent twice/,
  },
  sync: {
    description: "SQLite does not wait for the disk (synchronous=off)",
    report: /synchronous/,
  },
  stop: {
    description:
      "a shop that is told to stop goes on sending, and is cut off in the middle of an email",
    report: /sent twice/,
  },
} satisfies { [name: string]: Planted };

export type Fault = keyof typeof faults;

export const isFault = (name: string): name is Fault => Object.hasOwn(faults, name);

/** Plants a fault that lives in the database. */
export async function plantInDatabase(db: Database, fault: Fault | undefined): Promise<void> {
  if (fault === "bottles") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after update on orders`,
      when: sql`new.closed = 'cancelled' and old.closed is null and new.fulfilment <> 'unfulfilled'
        and exists (select 1 from events where order_id = new.id and kind = 'restocked')`,
      run: sql`update stock set bottles = bottles + new.quantity`,
    });
  }
  if (fault === "shelf") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after update on orders`,
      when: sql`new.removed > old.removed and new.closed is null and new.fulfilment = 'unfulfilled'`,
      run: sql`update stock set bottles = bottles - (new.removed - old.removed)`,
    });
  }
  if (fault === "opened") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after update on withdrawals`,
      when: sql`new.closed_at is not null and new.order_id is not null`,
      run: sql`update withdrawals set closed_at = null where id = new.id`,
    });
  }
  if (fault === "link") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after delete on email_links`,
      when: sql`old.iban is null`,
      run: sql`insert into email_links (id, made_at, iban) values (old.id, old.made_at, old.iban)`,
    });
  }
  if (fault === "receipt") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after insert on mails`,
      when: sql`new.template = 'acknowledgements'`,
      run: sql`delete from mails where id = new.id`,
    });
  }
  if (fault === "terms") {
    await addTrigger(db, {
      name: "planted",
      on: sql`after insert on orders`,
      when: sql`true`,
      run: sql`update orders set terms = (select version from terms order by since desc limit 1)
        where id = new.id`,
    });
  }
}

interface Trigger {
  name: string;
  on: RawBuilder<unknown>;
  when: RawBuilder<unknown>;
  run: RawBuilder<unknown>;
}

/** Adds a trigger, for each row, to either database. */
export async function addTrigger(db: Database, { name, on, when, run }: Trigger): Promise<void> {
  const id = sql.raw(name);
  if (isSqlite(db)) {
    await sql`create trigger ${id} ${on} for each row when ${when} begin ${run}; end`.execute(db);
    return;
  }
  await sql`create function ${id}() returns trigger language plpgsql as $$
    begin if ${when} then ${run}; end if; return null; end $$`.execute(db);
  await sql`create trigger ${id} ${on} for each row execute function ${id}()`.execute(db);
}
