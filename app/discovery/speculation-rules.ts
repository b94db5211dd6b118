import { pagePaths } from "../routes.ts";

/** Lets browsers prerender the pages that are files (publish/header-table.ts). */
export function loader() {
  const where = { href_matches: pagePaths };
  return Response.json({ prerender: [{ where, eagerness: "moderate" }] });
}
