import type { IncomingMessage } from "node:http";

/**
 * A request target as `/path?query`. Proxies may send an absolute one, which means the same (RFC
 * 9112, 3.2.2).
 */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, "");
}

export const queryOf = (target: string) => /\?.*/s.exec(target)?.[0] ?? "";

/** The decoded path of a request target. A path that can't be decoded stays as it is. */
export function requestPath(target: string): string {
  const path = target.replace(/\?.*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The canonical address of a page: without a trailing slash, `.html` or `/index.html`. */
export function cleanAddress(path: string): string {
  return path.replace(/(\/index)?\.html$/, "").replace(/\/+$/, "") || "/";
}

/** Returns true for a `Host` that can be part of a URL (RFC 9110, 7.2). */
export function isHost(host: string): boolean {
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`);
}

/** Returns true if the request has a path and a valid `Host`, which HTTP/1.0 may leave out. */
export function isAddressed({ url = "", httpVersion, headersDistinct }: IncomingMessage): boolean {
  const [host, second] = headersDistinct.host ?? [];
  const hasHost = host === undefined ? httpVersion === "1.0" : isHost(host) && second === undefined;
  return hasHost && originForm(url).startsWith("/");
}
