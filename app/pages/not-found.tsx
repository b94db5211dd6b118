import { href } from "react-router";
import { shop } from "../shop/shop.ts";
import { buttonStyle } from "../ui/button.tsx";
import { InlineScript } from "../ui/inline-script.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const meta = () => [
  { title: `Página no encontrada · ${shop.brand}` },
  { name: "robots", content: "noindex" },
];

/** Hosts send this page for every path that they do not know (spec §8). */
export default function NotFound() {
  return (
    <div className="page-width py-24 md:py-40">
      <PageTitle>Página no encontrada</PageTitle>
      <p className="mt-6 text-lead">Lo sentimos, la página que buscas no existe.</p>
      <a href={href("/")} className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
      <InlineScript>{`console.warn("Página no encontrada: "+location.pathname)`}</InlineScript>
    </div>
  );
}
