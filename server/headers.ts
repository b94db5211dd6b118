import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contentSecurityPolicy, nothing } from "./content-security-policy.ts";
import { addressOf, filesOf, isPage } from "./files.ts";
import { speculationRules } from "./speculation-rules.ts";

export type Headers = Record<string, string>;

/**
 * Which headers go with which answer, on our server, on nginx and on a CDN alike.
 * `always` shares no name with the others: a CDN would join the two values with a comma.
 */
export type HeaderTable = {
  always: Headers;
  /** By address, the way CDNs match it: `/checkout`, or `/assets/*`. */
  addresses: Record<string, Headers>;
  /** The 404 page, whatever address was asked for. */
  notFound: Headers;
  /** Answers that are no file of the build: redirects, refusals, `/healthz`. */
  bare: Headers;
};

/** Features that this shop does not use; a name that Chromium does not know would be logged there. */
const features =
  "accelerometer autoplay camera display-capture encrypted-media fullscreen gamepad " +
  "geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment " +
  "picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock " +
  "serial usb window-management xr-spatial-tracking";

const always: Headers = {
  // Two years, for this host alone: what else lives on the owner's domain is not ours to decide.
  "Strict-Transport-Security": "max-age=63072000",
  "X-Content-Type-Options": "nosniff",
  // `frame-ancestors` again, for the unknown addresses of a CDN, which have no policy of their own.
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": features
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", "),
  "Cross-Origin-Opener-Policy": "same-origin",
};

const revalidate = "no-cache";
const oneDay = "public, max-age=86400";
/** The build writes a hash of the content into these names. */
const forGood = "public, max-age=31536000, immutable";

const bare = file(revalidate);

/** Computes the table from a build whose pages are final. */
export function headerTable(folder: string): HeaderTable {
  const addresses: HeaderTable["addresses"] = { "/assets/*": file(forGood) };
  for (const name of filesOf(folder)) {
    if (name.startsWith("assets/") || name === "404.html") continue;
    addresses[addressOf(name)] = isPage(name) ? page(folder, name) : file(oneDay);
  }
  // Messengers and search engines show the share image on pages of their own.
  const shareImage = addresses["/share.jpg"];
  if (shareImage) shareImage["Cross-Origin-Resource-Policy"] = "cross-origin";
  const rules = addresses[speculationRules.address];
  if (rules) rules["Content-Type"] = speculationRules.type;

  return { always, addresses, notFound: page(folder, "404.html"), bare };
}

export function headersFor(table: HeaderTable, address: string): Headers {
  const own = table.addresses[address.startsWith("/assets/") ? "/assets/*" : address];
  return { ...table.always, ...(own ?? table.bare) };
}

function page(folder: string, name: string): Headers {
  const html = readFileSync(join(folder, name), "utf8");
  return {
    "Content-Security-Policy": contentSecurityPolicy(html, name),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": revalidate,
    "Speculation-Rules": `"${speculationRules.address}"`,
  };
}

function file(cacheControl: string): Headers {
  return {
    "Content-Security-Policy": nothing,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": cacheControl,
  };
}
