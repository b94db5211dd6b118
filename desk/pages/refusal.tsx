import { href, isRouteErrorResponse, useRouteError } from "react-router";
import { buttonStyle } from "../../app/ui/button.tsx";
import { deskMeta } from "./head.ts";

const failed = "El fallo es nuestro. Vuelve a intentarlo dentro de un momento.";

const noPayment =
  "La pasarela de pago no responde ahora mismo. El pedido está guardado: vuelve a intentarlo dentro de un momento.";

const titles: Record<number, string> = {
  401: "Entra en el mostrador",
  403: "Petición rechazada",
  404: "Página no encontrada",
  405: "Método no permitido",
  413: "Demasiado texto",
  429: "Un momento",
  503: "Un momento",
};

const messages = {
  400: "Algún dato no es válido. Revísalo y vuelve a pulsar.",
  401: "Para ver esta página hay que entrar en el mostrador.",
  403: "Esta petición no viene de nuestra página. Vuelve a cargarla e inténtalo de nuevo.",
  404: "Lo sentimos, la página que buscas no existe.",
  409: "Algo ha cambiado mientras tanto. Vuelve a cargar la página.",
  405: "Esta dirección no admite lo que se le ha pedido.",
  413: "Has enviado más texto del que cabe en un pedido.",
  429: "Espera un momento y vuelve a intentarlo.",
  500: failed,
  503: "Ahora mismo no podemos guardar nada. Espera unos segundos y vuelve a pulsar: no se hará dos veces.",
};

/**
 * An error response, to throw or to return: JSON for the checkout's script, which `ErrorBoundary`
 * renders as a page.
 */
export const refusal = (
  status: keyof typeof messages,
  message = messages[status],
  headers: HeadersInit = {},
) => Response.json({ message }, { status, headers });

const titleOf = (error: unknown) =>
  (isRouteErrorResponse(error) && titles[error.status]) || "Algo ha fallado";

/**
 * Logs a failure of the desk and throws its response.
 * @param unavailable the service that is unavailable, if a retry may succeed
 */
export function fail(error: Error, unavailable?: "La base de datos" | "Stripe"): never {
  console.error(unavailable ? `${unavailable} no está disponible: ${error.message}` : error);
  if (!unavailable) throw refusal(500);
  throw unavailable === "Stripe" ? refusal(503, noPayment) : refusal(503);
}

export const meta = ({ error }: { error?: unknown }) => (error ? deskMeta(titleOf(error)) : []);

export function ErrorBoundary() {
  return (
    <div className="page-width py-24">
      <Refusal />
      <a href={href("/")} className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
    </div>
  );
}

/** The title and message of a refusal. */
export function Refusal({ titleLook }: { titleLook?: "item-title" }) {
  const error = useRouteError();
  return (
    <>
      <h1 className={titleLook ?? "page-title"}>{titleOf(error)}</h1>
      <p className="mt-6 max-w-measure">
        {(isRouteErrorResponse(error) && error.data.message) || failed}
      </p>
    </>
  );
}
