export type Headers = Record<string, string>;

/**
 * The headers of every response, the same on our server, nginx and CDNs. Computed when the shop is
 * published (publish/header-table.ts).
 */
export interface HeaderTable {
  common: Headers;
  /**
   * By address, the way CDNs match it: `/checkout`, or `/assets/*`. None of these names is in `common` too, because a
   * CDN would join the two values with a comma.
   */
  addresses: Record<string, Headers>;
  /** The 404 page, at any address. */
  notFound: Headers;
  /** Replace common ones in responses that are no page. Not for CDNs: at a file's address they may send the 404 page. */
  noPage: Headers;
  /** Responses that are no file of the build: redirects, refusals, `/healthz`. */
  fallback: Headers;
}
