import type { ReactNode } from "react";
import { facts } from "#orders/facts/page-facts.ts";
import { LegalSection } from "../../document/legal-page.tsx";
import { formatPrice } from "../../shop/money.ts";

interface Step {
  name: string;
  text: ReactNode;
}

export function Steps({ steps }: { steps: Step[] }) {
  return (
    <LegalSection id="pasos" title="Cómo devolver un perfume, en cuatro pasos">
      <ol className="legal-steps lg:-ml-16" data-titles="1234">
        {steps.map(({ name, text }) => (
          <li
            key={name}
            className="grid max-w-[35em] grid-cols-[3rem_minmax(0,1fr)] pb-8 last:pb-0 md:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <div>
              <h3 className="font-display text-lead">{name}</h3>
              <p className="mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </LegalSection>
  );
}

export function Eligible({ items }: { items: string[] }) {
  return (
    <LegalSection id="admitidos" title="Productos que admiten devolución">
      <Products items={items} />
    </LegalSection>
  );
}

/** @param guarantee the consumer's right that none of the items limits */
export function Ineligible({ items, guarantee }: { items: string[]; guarantee: string }) {
  return (
    <LegalSection id="no-admitidos" title="Productos que no admiten devolución">
      <div>
        <Products items={items} />
        <p className="mt-6 max-w-[31em]">{guarantee}</p>
      </div>
    </LegalSection>
  );
}

function Products({ items }: { items: string[] }) {
  return (
    <ul className="max-w-[31em]">
      {items.map((item) => (
        <li key={item} className="border-rule border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
          {item}
        </li>
      ))}
    </ul>
  );
}

interface Stage {
  name: string;
  /** How long it takes. */
  term: ReactNode;
  text: string;
}

export function Process({ stages }: { stages: Stage[] }) {
  return (
    <LegalSection id="proceso" title="El proceso, etapa por etapa">
      <ol className="grid gap-y-10 md:grid-cols-2">
        {stages.map(({ name, term, text }) => (
          <li key={name} className="md:pr-10">
            <h3>{name}</h3>
            <p className="mt-2 item-title">{term}</p>
            <p className="mt-2 text-quiet text-small">{text}</p>
          </li>
        ))}
      </ol>
    </LegalSection>
  );
}

export function Costs() {
  return (
    <LegalSection id="gastos" title="Gastos de envío">
      <div className="legal-text">
        <h3>Si cambias de idea</h3>
        <p>
          El envío de vuelta lo pagas tú. El de ida te lo devolvemos si lo pagaste: son los{" "}
          {formatPrice(facts.shipping.cost)} del envío ordinario. Si fue gratis, no descontamos nada
          por él.
        </p>
        <h3>Si llegó defectuoso o no es lo que pediste</h3>
        <p>La ida y la vuelta las pagamos nosotros.</p>
      </div>
    </LegalSection>
  );
}

/** How long the refund takes. */
export function Refund({ children }: { children: ReactNode }) {
  return (
    <LegalSection id="tramitacion" title="Plazo del reembolso">
      <div className="legal-text">{children}</div>
    </LegalSection>
  );
}
