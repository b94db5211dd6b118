/** The build's main module. The build renders its files from it, and the server all other pages. */
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { callerContext, deskContext, factsContext } from "../pages/context.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import type { Desk } from "../storage/desk.ts";
import type { PersonalPages } from "./personal-pages.ts";

export * from "virtual:react-router/server-build";

const render = createRequestHandler(build, import.meta.env.MODE);

export { renderTerms } from "../pages/render-terms.tsx";
export { builtFacts } from "../shop/built-facts.ts";
export { openDatabase } from "../storage/database.ts";

const methodsOf = (path: string) => addresses.find(({ form }) => form.test(path))?.methods;

/**
 * The `personal` pages, rendered with this desk.
 * @param factsNow the facts that their footers show
 */
export function pagesOf(
  desk: Desk,
  factsNow: () => ShownFacts | Promise<ShownFacts>,
): PersonalPages {
  return {
    methodsOf,
    answer(request, caller) {
      const context = new RouterContextProvider();
      context.set(deskContext, desk);
      context.set(factsContext, factsNow);
      context.set(callerContext, caller);
      return render(request, context);
    },
  };
}

/** The HTML of the pages that are files, by address, as React renders it with the facts of this thread. */
export async function renderFiles(): Promise<Record<string, string>> {
  const paths = build.prerender.filter((path) => /^\/[\w-]*$/.test(path) && !methodsOf(path));
  const pages: Record<string, string> = {};
  for (const path of paths) {
    const request = new Request(`http://localhost${path}`);
    const response = await render(request, new RouterContextProvider());
    if (response.status >= 500) throw new Error(`${path} can't be rendered: ${response.status}.`);
    pages[path] = await response.text();
  }
  return pages;
}

type Route = NonNullable<ServerBuild["routes"][string]>;

const parentOf = ({ parentId = "" }: Route) => build.routes[parentId];

/** Returns true within a layout with `handle.personal`. */
function isPersonal(route: Route | undefined): boolean {
  if (!route) return false;
  const { personal }: { personal?: boolean } = route.module.handle ?? {};
  return personal || isPersonal(parentOf(route));
}

function pathOf(route: Route | undefined): string {
  if (!route) return "";
  return pathOf(parentOf(route)) + (route.path ? `/${route.path}` : "");
}

/**
 * Regular expressions, so that requests for files skip React Router's slow matching. A parameter has neither
 * dots nor slashes: React Router would resolve `..`, and serves a route's loader data at `<path>.data`.
 */
const addresses = Object.values(build.routes)
  .filter((route) => route !== undefined)
  .filter((route) => isPersonal(route) && (route.path || route.index))
  .map((route) => ({
    form: new RegExp(`^${pathOf(route).replace(/:\w+/g, "[\\w-]+")}$`),
    methods: [
      ...(route.module.loader ? ["GET", "HEAD"] : []),
      ...(route.module.action ? ["POST"] : []),
    ],
  }));
