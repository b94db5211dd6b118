import { href } from "react-router";
import { Refusal } from "../refusal.tsx";

export { meta } from "../refusal.tsx";

/**
 * Shows a refusal to the owner. Routes with only an action export it too, or they would respond
 * with JSON.
 */
export function ErrorBoundary() {
  return (
    <div className="admin page-width">
      <Refusal titleLook="item-title" />
      <a href={href("/mostrador")} className="button mt-6">
        Volver al mostrador
      </a>
    </div>
  );
}
