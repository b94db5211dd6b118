import type { DeskService } from "../../../desk/service.ts";
import { refusal } from "./refusal.tsx";

const noPayment =
  "La pasarela de pago no responde ahora mismo. El pedido está guardado: vuelve a intentarlo dentro de un momento.";

/** The same desk, of which each failure is logged once and becomes the answer, as a page or as JSON. */
export function refusing(desk: DeskService): DeskService {
  function refuse(error: Error): never {
    const away = desk.whatIsAway(error);
    console.error(away ? `${away} can't be reached: ${error.message}` : error);
    if (!away) throw refusal(500);
    throw away === "Stripe" ? refusal(503, noPayment) : refusal(503);
  }
  const answering = (work: unknown) =>
    typeof work !== "function"
      ? work
      : (...given: unknown[]) => {
          const result = work(...given);
          return result instanceof Promise ? result.catch(refuse) : result;
        };
  return Object.fromEntries(
    Object.entries(desk).map(([name, work]) => [name, answering(work)]),
  ) as unknown as DeskService;
}
