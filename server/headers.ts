export type Headers = Record<string, string>;

/**
 * The headers of every response, the same on our server, nginx and CDNs. Computed when the shop is
 * published (publish/header-table.ts).
 * No header is both in `common` and in another group, because a CDN would join the two values with a comma.
 */
export interface HeaderTable {
  common: Headers;
  /** By address, the way CDNs match it: `/checkout`, or `/assets/*`. */
  addresses: Record<string, Headers>;
  /** The 404 page, at any address. */
  notFound: Headers;
  /** Responses that are no file of the build: redirects, refusals, `/healthz`. */
  fallback: Headers;
}

/** The headers of the file at this address. */
export function headersFor(table: HeaderTable, address: string): Headers {
  const own = table.addresses[address.startsWith("/assets/") ? "/assets/*" : address];
  return { ...table.common, ...(own ?? table.fallback) };
}
