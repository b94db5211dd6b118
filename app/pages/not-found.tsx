import { href } from "react-router";
import { PurchaseLine } from "../document/purchase-line.tsx";
import room from "../photos/room-night.avif?w=960;1440;1920&bitdepth=10&format=avif;webp&quality=40&as=picture";
import { shop } from "../shop/shop.ts";
import { buttonStyle } from "../ui/button.tsx";
import { InlineScript } from "../ui/inline-script.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Picture } from "../ui/picture.tsx";

export const meta = () => [
  { title: `Página no encontrada · ${shop.brand}` },
  { name: "robots", content: "noindex" },
];

/** Hosts send this page for unknown paths (spec §8). Its picture is home's at night, with only the cap of the bottle left. */
export default function NotFound() {
  return (
    <section className="night night-page relative isolate flex min-h-[calc(var(--screen-height)-4rem)]">
      <Picture
        photo={room}
        // Half the resolution of a portrait screen is enough, because the picture is dark and has no sharp edges.
        sizes="max(100vw, 80svh)"
        alt="La pared de la portada, de noche: del frasco solo queda el tapón, con su sol de oro."
        // In forced colours no focus ring would be seen on it. Portrait screens show the cap between the two links, and the stone's front fades into the night.
        className="absolute inset-0 -z-1 size-full forced-colors:hidden object-cover object-[42%_50%] max-md:h-[calc(100%-14rem)] max-md:object-[66%_50%] max-md:[mask-image:linear-gradient(black_88%,transparent)]"
        priority="high"
      />
      <div className="screen-width flex flex-col justify-between gap-16 py-16 md:py-24">
        <div>
          <PageTitle>Página no encontrada</PageTitle>
          <p className="mt-6 text-lead">Lo sentimos, la página que buscas no existe.</p>
          <a href={href("/")} className={buttonStyle("mt-10")}>
            Volver al Inicio
          </a>
        </div>
        <PurchaseLine look="quiet" />
      </div>
      <InlineScript>{`console.warn("Página no encontrada: "+location.pathname)`}</InlineScript>
    </section>
  );
}
