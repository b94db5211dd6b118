/**
 * Asks the browser to render the page behind a link while the pointer rests on it (`moderate`), so
 * that a click shows it at once. It stands in a file named by a header, because an inline script
 * would weaken the security policy.
 * https://html.spec.whatwg.org/multipage/speculative-loading.html
 */
export const speculationRules = {
  address: "/speculation-rules.json",
  type: "application/speculationrules+json",
  text: JSON.stringify({
    prerender: [{ where: { href_matches: "/*" }, eagerness: "moderate" }],
  }),
};
