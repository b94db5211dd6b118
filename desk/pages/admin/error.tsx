import { href, isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
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
      <WayOn />
    </div>
  );
}

function WayOn() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const wanted = pathname + search;
  if (!isRouteErrorResponse(error) || error.status !== 401)
    return (
      <a href={href("/mostrador")} className="button mt-6">
        Volver al mostrador
      </a>
    );
  const { posted }: { posted?: [name: string, value: string][] } = error.data;
  if (!posted)
    return (
      <a
        href={`${href("/mostrador/entrar")}?a=${encodeURIComponent(wanted)}`}
        className="button mt-6"
      >
        Entrar
      </a>
    );
  return (
    <form method="post" action={wanted} className="mt-6 flex flex-wrap gap-3">
      {posted.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and nothing is reordered
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <a href={href("/mostrador/entrar")} target="_blank" rel="noreferrer" className="button">
        Entrar, en otra pestaña
      </a>
      <Button type="submit" look="quiet">
        Ya he entrado: seguir
      </Button>
    </form>
  );
}
