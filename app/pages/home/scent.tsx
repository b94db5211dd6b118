import type { Scent } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";

/** The owner's description of the scent, or where to ask while there is none. */
export function ScentFacts({ scent }: { scent: Scent }) {
  const smell = [
    ["Familia", scent.family],
    ["Salida", scent.topNotes],
    ["Corazón", scent.heartNotes],
    ["Fondo", scent.baseNotes],
  ].filter(([, fact]) => fact);
  const facts = scent.howToWear ? [...smell, ["Cómo llevarlo", scent.howToWear]] : smell;
  return (
    <>
      {facts.length > 0 && (
        <dl className="mt-8 border-night-rule border-b">
          {facts.map(([name, fact]) => (
            <div
              key={name}
              className="grid grid-cols-[8rem_minmax(0,1fr)] border-night-rule border-t py-3"
            >
              <dt className="text-night-quiet">{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      {smell.length === 0 && (
        <p className="mt-6">
          ¿Quieres saber a qué huele?{" "}
          <a href={shop.emailLink} className="link">
            Escríbenos
          </a>{" "}
          o{" "}
          <a href={shop.phoneLink} className="link">
            llámanos
          </a>{" "}
          y te lo contamos.
        </p>
      )}
    </>
  );
}
