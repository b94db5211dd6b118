import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import { shop } from "../../../shop/shop.ts";

/** One line: the shop, the admin, the search, and the way out. */
export function AdminHeader() {
  const { search } = useLocation();
  return (
    <Bar>
      <search className="ml-auto flex min-w-0 flex-1 justify-end">
        <form action={href("/mostrador")} className="w-full max-w-[22rem]">
          <input
            type="search"
            name="buscar"
            aria-label="Buscar un pedido por número, importe, nombre, email, teléfono o seguimiento"
            placeholder="Buscar"
            defaultValue={new URLSearchParams(search).get("buscar") ?? ""}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className="field block h-11 w-full text-small"
          />
        </form>
      </search>
      <form method="post" action={href("/mostrador/entrar")}>
        <button
          type="submit"
          name="salir"
          value="si"
          className="min-h-11 whitespace-nowrap text-small"
        >
          Cerrar sesión
        </button>
      </form>
    </Bar>
  );
}

/** Without what needs a session. */
export const EntranceHeader = () => <Bar />;

/** A phone has no room for the shop's name beside the search. The home has a link to the shop too. */
const Bar = ({ children }: { children?: ReactNode }) => (
  <header className="h-12 border-rule border-b bg-ground-deep print:hidden">
    <div className="page-width flex h-full items-center gap-3 md:gap-6">
      <a
        href={href("/")}
        className={`flex min-h-11 items-center ${children ? "max-md:hidden" : ""}`}
      >
        <span className="font-display text-small uppercase tracking-wordmark">{shop.brand}</span>
      </a>
      <a href={href("/mostrador")} className="flex min-h-11 items-center font-strong text-small">
        Mostrador
      </a>
      {children}
    </div>
  </header>
);
