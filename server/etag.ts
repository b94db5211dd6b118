import { createHash } from "node:crypto";

/** A strong validator of the bytes sent, so each encoding has its own. */
export function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/**
 * Returns true if the client's copy is current: `*`, one tag or a list, weak or strong (RFC 9110,
 * 13.1.2).
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === etag);
}
