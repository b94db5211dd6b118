import { href } from "react-router";
import { Refusal } from "../refusal.tsx";

export { meta } from "../refusal.tsx";

/** What the owner is told of a refusal. Addresses that only take forms export it, or would answer JSON. */
export function ErrorBoundary() {
  return (
    <div className="counter page-width">
      <Refusal titleLook="item-title" />
      <a href={href("/mostrador")} className="button mt-6">
        Volver al mostrador
      </a>
    </div>
  );
}
