import { href, isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { Refusal } from "../refusal.tsx";

export { meta } from "../refusal.tsx";

/**
 * Shows a refusal to the owner. Routes with only an action export it too, or they would respond
 * with JSON.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const wanted = encodeURIComponent(pathname + search);
  return (
    <div className="admin page-width">
      <Refusal titleLook="item-title" />
      {isRouteErrorResponse(error) && error.status === 401 ? (
        <a href={`${href("/mostrador/entrar")}?a=${wanted}`} className="button mt-6">
          Entrar
        </a>
      ) : (
        <a href={href("/mostrador")} className="button mt-6">
          Volver al mostrador
        </a>
      )}
    </div>
  );
}
