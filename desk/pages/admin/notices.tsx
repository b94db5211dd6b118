import { href } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import type { readClaims } from "../../shop/claims.ts";
import { type FailingJob, jobHelp, jobTexts } from "../../shop/job-texts.ts";
import { Unconfirmed } from "./confirm-claims.tsx";
import { shortMoment } from "./times.ts";

type Props = ReturnType<typeof readClaims> & {
  /** The card provider moves no real money. */
  isTest: boolean;
  /** When sales resume; empty while they are open. */
  paused: string;
  stock: number | undefined;
  /** Receipts that wait in the strangers' lane (mail/outbox.ts). */
  toStrangers: number;
  failing: FailingJob[];
  now: number;
};

/** What the owner should know before all else. */
export function Notices(props: Props) {
  const { isTest, paused, stock, toStrangers, claims, unconfirmed, failing, now } = props;
  return (
    <>
      {failing.length > 0 && <Failures failing={failing} now={now} />}
      <Unconfirmed claims={claims} unconfirmed={unconfirmed} />
      {isTest && (
        <p className="admin-warning mb-4">
          La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.
        </p>
      )}
      {paused && (
        <form
          method="post"
          action={href("/mostrador/ajustes")}
          className="admin-warning mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
        >
          <p>La venta está en pausa: «Volvemos {paused}».</p>
          <input type="hidden" name="antes" value={paused} />
          <input type="hidden" name="valor" value="" />
          <Button type="submit" name="ajuste" value="pausa">
            Abrir
          </Button>
        </form>
      )}
      {stock !== undefined && stock <= 3 && (
        <p className="admin-warning mb-4">
          {stock <= 0
            ? "Agotado: la tienda no acepta pedidos."
            : `${stock === 1 ? "Queda un frasco" : `Quedan ${stock}\u00a0frascos`} por vender.`}
        </p>
      )}
      {toStrangers > 0 && (
        <p className="mb-4 text-small">
          {toStrangers === 1
            ? "Espera un acuse de recibo de un desistimiento, a una dirección que no es de ningún pedido"
            : `Esperan ${toStrangers} acuses de recibo de desistimientos, a direcciones que no son de ningún pedido`}
          : sale uno cada dos minutos.
        </p>
      )}
    </>
  );
}

/** What the shop has not managed to do for an hour or more. */
const Failures = ({ failing, now }: Pick<Props, "failing" | "now">) => (
  <section aria-labelledby="failures" className="admin-warning mb-4">
    <h2 id="failures">La tienda no consigue hacer esto</h2>
    <ul>
      {failing.map(({ name, since, reason }) => (
        <li key={name} className="mt-2">
          <p>
            {jobTexts[name].failure}, desde el {shortMoment(since, now)}.
          </p>
          <p className="font-regular">
            {jobTexts[name].meaning} {jobTexts[name].advice}
          </p>
          {reason && (
            <p className="font-regular text-quiet [overflow-wrap:anywhere]">
              Se ha anotado: «{reason}».
            </p>
          )}
        </li>
      ))}
    </ul>
    <p className="mt-2 font-regular">{jobHelp}</p>
  </section>
);
