import { createHash, timingSafeEqual } from "node:crypto";
import { hour, minute } from "../app/desk/shop/time.ts";
import type { Desk } from "./context.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";

/** Per minute and network. Somebody else behind the owner's mobile network may use them up. */
const maxWrongPasswords = 5;
const wrongPasswords = networkLimit(maxWrongPasswords, minute);
/** Orders and withdrawals. Mobile networks share an IPv4 address. */
const forms = networkLimit(20, hour, 100);

/**
 * Returns whether this is the owner's password, in constant time; «wait» after several wrong ones
 * from this network within a minute.
 */
export function isOwner({ settings }: Desk, password: string, address: string): boolean | "wait" {
  if (wrongPasswords.waitOf(address) > 0) return "wait";
  if (timingSafeEqual(digest(password), digest(settings.DESK_PASSWORD))) return true;
  if (wrongPasswords.count(address) === maxWrongPasswords)
    console.error(
      `Mostrador: ${maxWrongPasswords} contraseñas equivocadas en un minuto desde ${address}.`,
    );
  return false;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Counts an order or a withdrawal from this network, once per key.
 * @returns how long to wait, in ms; 0 if not at all, or if all shoppers share one address
 */
export function waitToSend(key: string, address: string): number {
  if (isOwnNetwork(address)) return 0;
  const wait = forms.waitOf(address, key);
  if (wait === 0) forms.count(address, key);
  return wait;
}
