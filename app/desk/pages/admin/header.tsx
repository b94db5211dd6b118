import { href, useLocation } from "react-router";
import { shop } from "../../../shop/shop.ts";

/** One line: the shop, the admin, and the search. */
export function AdminHeader() {
  const { search } = useLocation();
  return (
    <header className="h-12 border-rule border-b bg-ground-deep print:hidden">
      <div className="page-width flex h-full items-center gap-3 md:gap-6">
        <a href={href("/")} className="flex min-h-11 items-center">
          <span className="font-display text-small uppercase tracking-wordmark">{shop.brand}</span>
        </a>
        <a href={href("/mostrador")} className="flex min-h-11 items-center font-strong text-small">
          Mostrador
        </a>
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
      </div>
    </header>
  );
}
