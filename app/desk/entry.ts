import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import type { Desk } from "#desk/context.ts";
import { callerContext, deskContext, type RenderedPages } from "./pages/context.ts";

/** The build prerenders its files from this module too. */
export * from "virtual:react-router/server-build";

const render = createRequestHandler(build, import.meta.env.MODE);

/** The `personal` pages, rendered with this desk. */
export function pagesOf(desk: Desk): RenderedPages {
  return {
    methodsOf: (path) => addresses.find(({ form }) => form.test(path))?.methods,
    answer(request, caller) {
      const context = new RouterContextProvider();
      context.set(deskContext, desk);
      context.set(callerContext, caller);
      return render(request, context);
    },
  };
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

/** A cheap match before React Router's slow one, which must not delay the site's files. */
const addresses = Object.values(build.routes)
  .filter((route) => route !== undefined)
  .filter((route) => isPersonal(route) && (route.path || route.index))
  .map((route) => ({
    form: new RegExp(`^${pathOf(route).replace(/:\w+/g, "[^/]+")}$`),
    methods: [
      ...(route.module.loader ? ["GET", "HEAD"] : []),
      ...(route.module.action ? ["POST"] : []),
    ],
  }));
