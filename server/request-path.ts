/**
 * A request target as `/path?query`. Proxies may send an absolute one, which means the same (RFC
 * 9112, 3.2.2).
 */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "");
}

export const queryOf = (target: string) => /\?.*/s.exec(target)?.[0] ?? "";

/** RFC 9110, 4.1 recommends that servers accept at least this length. */
const longest = 8000;

/**
 * The decoded path of a request target. Undefined if it is malformed: too long, badly encoded, or
 * with characters and `.` and `..` segments that no browser sends.
 */
export function requestPath(target: string): string | undefined {
  if (target.length > longest || !target.startsWith("/")) return undefined;
  try {
    const path = decodeURIComponent(target.replace(/\?.*$/s, ""));
    const malformed = /\p{Cc}|\\|(^|\/)\.\.?(\/|$)/u.test(path);
    return malformed ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The canonical address of a page: without a trailing slash, `.html` or `/index.html`. */
export function cleanAddress(path: string): string {
  return path.replace(/(\/index)?\.html$/, "").replace(/\/+$/, "") || "/";
}

/** Returns true for a valid `Host` (RFC 9110, 7.2). */
export function isHost(host: string): boolean {
  return /^([\w.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
}
