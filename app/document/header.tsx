import { href, matchPath, useLocation } from "react-router";
import { shop } from "../shop/shop.ts";
import { InlineScript } from "../ui/inline-script.tsx";
import { Wordmark } from "../ui/wordmark.tsx";

const links = [
  { to: href("/"), label: "Inicio" },
  { to: href("/quienes-somos"), label: "Quiénes Somos" },
  { to: href("/contacto"), label: "Contacto" },
];

/** One list of links; on narrow screens the browser itself opens and closes it as a popover. */
export function Header() {
  const { pathname } = useLocation();
  return (
    <header className="header print:hidden">
      <div className="screen-width flex h-full items-center justify-between">
        <a href={href("/")} className="-ml-2 flex min-h-11 items-center px-2">
          <Wordmark>{shop.brand}</Wordmark>
        </a>
        <button
          type="button"
          popoverTarget="menu"
          className="-mr-3 min-h-11 px-3 text-small md:hidden"
        >
          <span className="when-closed">Menú</span>
          <span className="when-open">Cerrar</span>
        </button>
        <nav
          id="menu"
          popover="auto"
          className="menu text-small wide:text-navigation"
          aria-label="Principal"
        >
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <a href={to} aria-current={matchPath(to, pathname) ? "page" : undefined}>
                  <span>{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {/* Closes the menu when a link is chosen, or Back would return to a page with an open menu, and when a phone is rotated and becomes wide enough for the list. */}
        <InlineScript>
          {`{const m=document.getElementById("menu");m.onclick=matchMedia("(min-width:48rem)").onchange=()=>m.hidePopover?.()}`}
        </InlineScript>
      </div>
    </header>
  );
}
