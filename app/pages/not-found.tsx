import { useEffect } from "react";
import { href, useLocation } from "react-router";
import { shop } from "../shop/shop.ts";
import { buttonStyle } from "../ui/button.tsx";

export const handle = { interactive: true };

export const meta = () => [
  { title: `Página no encontrada · ${shop.brand}` },
  { name: "robots", content: "noindex" },
];

/** Hosts send this page for every path that they do not know (spec §8). */
export default function NotFound() {
  const { pathname } = useLocation();

  useEffect(() => {
    console.warn(`Página no encontrada: ${pathname}`);
  }, [pathname]);

  return (
    <div className="mx-auto max-w-page px-5 py-24 md:px-10 md:py-40">
      <h1 className="font-display text-page font-medium tracking-tight">Página no encontrada</h1>
      <p className="mt-6 text-lead">Lo sentimos, la página que buscas no existe.</p>
      <a href={href("/")} className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
    </div>
  );
}
