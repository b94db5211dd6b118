import { addressOf, filesOf, isPage } from "../server/files.ts";
import type { Headers, HeaderTable } from "../server/headers.ts";
import { noContent, noFrames } from "./content-security-policy.ts";

/** Features that this shop does not use, by names that Chromium knows: it would log others. */
const features =
  "accelerometer autoplay camera display-capture encrypted-media fullscreen gamepad " +
  "geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment " +
  "picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock " +
  "serial usb window-management xr-spatial-tracking";

const common: Headers = {
  // Two years. Without `includeSubDomains`, because we can't decide for other hosts of the owner's domain.
  "Strict-Transport-Security": "max-age=63072000",
  "X-Content-Type-Options": "nosniff",
  // Each page contains the rest of its policy (content-security-policy.ts).
  "Content-Security-Policy": noFrames,
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": features
    .split(" ")
    .map((name) => `${name}=()`)
    .join(", "),
  "Cross-Origin-Opener-Policy": "same-origin",
};

/**
 * Asks the browser to render the page behind a link while the pointer rests on it, and on home to fetch the
 * likely next pages at once. The rules are in files that a header names, because an inline script would weaken
 * the security policy. They list only pages that are files, because others may start a payment.
 * https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
const speculationRules = "/speculation-rules.json";
const homeSpeculationRules = "/speculation-rules-home.json";

const revalidate = "no-cache";
const oneDay = "public, max-age=86400";
/** The build writes a hash of the content into these names. */
const immutable = "public, max-age=31536000, immutable";

/** Computes the table from a build whose pages are final. */
export function headerTable(folder: string): HeaderTable {
  const addresses: HeaderTable["addresses"] = { "/assets/*": cached(immutable) };
  for (const name of filesOf(folder)) {
    if (name.startsWith("assets/") || name === "404.html") continue;
    addresses[addressOf(name)] = isPage(name) ? page(name) : cached(oneDay);
  }
  // Messengers and search engines show the share image on pages of their own.
  const shareImage = addresses["/share.jpg"];
  if (shareImage) shareImage["Cross-Origin-Resource-Policy"] = "cross-origin";
  for (const rules of [addresses[speculationRules], addresses[homeSpeculationRules]])
    if (rules) rules["Content-Type"] = "application/speculationrules+json";

  return {
    common,
    addresses,
    notFound: page("404.html"),
    noPage: { "Content-Security-Policy": noContent },
    fallback: cached(revalidate),
  };
}

function page(name: string): Headers {
  const rules = [speculationRules, ...(name === "index.html" ? [homeSpeculationRules] : [])];
  return {
    ...cached(revalidate),
    "Speculation-Rules": rules.map((address) => `"${address}"`).join(", "),
  };
}

function cached(cacheControl: string): Headers {
  return { "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": cacheControl };
}
