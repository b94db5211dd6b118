import { href } from "react-router";
import { EmailLink } from "../../../document/email-link.tsx";
import { meta as openMeta } from "../../../pages/checkout/checkout.tsx";
import { buttonStyle } from "../../../ui/button.tsx";
import { ClosedSign } from "../../orders/buy-link.tsx";

export const meta = () => openMeta();

/** The checkout while the shop takes no orders. The server sends it for `/checkout`. */
export default function ClosedCheckout() {
  return (
    <div className="page-width pt-10 pb-24 lg:pt-16">
      <h1 className="page-title mb-8">Tu pedido</h1>
      <p className="max-w-measure text-lead">
        <ClosedSign />. Ahora no aceptamos pedidos.
      </p>
      <p className="mt-4 max-w-measure">
        Escríbenos a <EmailLink /> y te avisamos. Los pedidos ya hechos siguen su curso.
      </p>
      <a href={href("/")} className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
    </div>
  );
}
