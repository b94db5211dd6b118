/**
 * The page from which the build computes the headers of all pages rendered on request, because it needs no personal
 * data.
 */
export const samplePage = "/desistimiento";
