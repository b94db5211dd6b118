import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Desk } from "#desk/context.ts";
import type { RenderedPages } from "#desk/rendered.ts";
import { callerContext, deskContext } from "./pages/context.ts";
import { builtFacts, type ShownFacts, show } from "./shop/shown-facts.ts";

/** The build prerenders its files from this module too. */
export * from "virtual:react-router/server-build";

const render = createRequestHandler(build, import.meta.env.MODE);

export { termsOf } from "./pages/terms-of.tsx";
export { builtFacts, show };

const methodsOf = (path: string) => addresses.find(({ form }) => form.test(path))?.methods;

/** The `personal` pages, rendered with this desk. */
export function pagesOf(desk: Desk): RenderedPages {
  return {
    methodsOf,
    answer(request, caller) {
      const context = new RouterContextProvider();
      context.set(deskContext, desk);
      context.set(callerContext, caller);
      return render(request, context);
    },
  };
}

/** The HTML of the pages that are files, by address, as React renders it with these facts. */
export async function renderFiles(facts: ShownFacts): Promise<Record<string, string>> {
  show(facts);
  const paths = build.prerender.filter((path) => /^\/[\w-]*$/.test(path) && !methodsOf(path));
  const pages: Record<string, string> = {};
  for (const path of paths) {
    const request = new Request(`http://localhost${path}`);
    pages[path] = await (await render(request, new RouterContextProvider())).text();
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
