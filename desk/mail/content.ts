import type { Actor, EventKind } from "../../app/desk/shop/order-rules.ts";
import { type Block, unlinked } from "./mail-format.ts";

/* What the emails to shoppers and to the owner share. */

/** The kinds of news about an order: an event, or what it means. */
export type NewsKind = EventKind | "late" | "correction" | "lost";

/** The subject and the content. */
export type Words = [subject: string, ...Block[]];

export interface Circumstances {
  who: Actor;
  /** In cents, for events about money. */
  amount?: number;
  note?: string;
  /** The day on which it happened, «2026-12-30», if that was not today. */
  day?: string | undefined;
  /** The owner can undo it: its email leaves a little later. */
  mayUndo?: boolean;
}

const typedFields = ["firstName", "lastName", "address", "city", "name", "contract"] as const;
type Typed = { [Field in (typeof typedFields)[number]]?: string | null };

/**
 * An order or a withdrawal as emails quote it: nothing that its shopper typed becomes a link. An
 * email address stays whole, so that it can be copied, unless a slash makes it a web address.
 */
export function quotable<T extends Typed & { email: string | null }>(from: T): T {
  const texts = typedFields.map((field) => [field, from[field] && unlinked(from[field])]);
  const email = from.email?.includes("/") ? unlinked(from.email) : from.email;
  return { ...from, ...Object.fromEntries(texts.filter(([, text]) => text)), email };
}

/** Removes missing and empty values. */
export const given = <T>(...all: (T | undefined | false)[]) => all.filter((one) => one) as T[];
