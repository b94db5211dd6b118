import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { shop } from "../../../app/shop/shop.ts";

/** The shop, the search, and the places of the counter: at the bottom of a phone, where the thumb is. */
export function AdminHeader() {
  return (
    <Bar>
      <Places />
      <a
        href={`${href("/mostrador/pedidos")}?buscar=`}
        className="ml-auto flex min-h-11 items-center text-small"
      >
        Buscar
      </a>
    </Bar>
  );
}

/** Without what needs a session. */
export const EntranceHeader = () => <Bar />;

const Bar = ({ children }: { children?: ReactNode }) => (
  <header className="flex min-h-12 border-rule border-b bg-ground-deep print:hidden">
    <div className="page-width flex w-full flex-wrap items-center gap-x-6">
      <a href={href("/")} className="flex min-h-11 items-center">
        <span className="font-display text-small uppercase tracking-wordmark">{shop.brand}</span>
      </a>
      {children}
    </div>
  </header>
);

/** The navigation bar: path, label, and a pattern for the section's other pages. */
const places = [
  [href("/mostrador"), "Hoy", /^(envios|sin-pagar|albaranes|desistimientos|correos)/],
  [href("/mostrador/pedidos"), "Pedidos", /^[\dA-Z]{8}/],
  [href("/mostrador/anotar-pedido"), "Anotar", undefined],
  [href("/mostrador/cuentas"), "Cuentas", /^persona/],
  [href("/mostrador/ajustes"), "Ajustes", /^(ajustes|lo-que-dice)/],
] as const;

function Places() {
  const { pathname } = useLocation();
  const page = pathname.replace(`${href("/mostrador")}/`, "");
  return (
    <nav aria-label="Mostrador" className="admin-places">
      {places.map(([path, name, otherPages]) => (
        <a
          key={path}
          href={path}
          aria-current={path === pathname ? "page" : otherPages?.test(page) || undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
