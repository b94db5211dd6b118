import { pagePaths } from "../routes.ts";

/** Every page may be rendered ahead (publish/header-table.ts). Those that a server renders on request are left out. */
export function loader() {
  const where = { href_matches: pagePaths };
  return Response.json({ prerender: [{ where, eagerness: "moderate" }] });
}
