import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { Order } from "./pages/checkout/island.tsx";

/**
 * The browser's entry on pages with `handle.interactive`: the checkout's order, without a router.
 * Development hydrates the whole document instead, for hot reload.
 */
if (import.meta.env.DEV) {
  const { HydratedRouter } = await import("react-router/dom");
  hydrateRoot(document, <HydratedRouter />);
} else {
  const island = document.getElementById("order");
  // React can interrupt a transition, so hydration does not delay typing.
  if (island) startTransition(() => void hydrateRoot(island, <Order />));
}
