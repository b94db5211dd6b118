/**
 * Rendered once when the shop is built, for the headers of all pages that are rendered on request: it
 * needs nobody's data.
 */
export const samplePage = "/desistimiento";
