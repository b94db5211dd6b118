import { href } from "react-router";
import { LegalPage } from "../../app/document/legal-page.tsx";
import { findTerms } from "../orders/terms.ts";
import { formatDay } from "../shop/order-format.ts";
import { paragraphsOf } from "../shop/paragraphs.ts";
import type { Route } from "./+types/kept-terms";
import { withDesk } from "./context.ts";
import { deskMeta } from "./head.ts";
import { refusal } from "./refusal.tsx";

/** The legal texts of an order, as they were on its day. */
export const loader = withDesk(async (desk, { params: { version } }: Route.LoaderArgs) => {
  const terms = await findTerms(desk.db, version);
  if (!terms) throw refusal(404);
  return { day: formatDay(version), paragraphs: paragraphsOf(terms.text) };
});

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData && deskMeta(`Términos del ${loaderData.day}`);

export default function KeptTerms({ loaderData: { day, paragraphs } }: Route.ComponentProps) {
  return (
    <LegalPage
      title={`Términos del ${day}`}
      lead="Rigen los pedidos que se hicieron con ellos, aunque los términos hayan cambiado después."
    >
      <div className="legal-text whitespace-pre-line border-rule border-t pt-8">
        {paragraphs.map(({ text, isTitle }, index) => {
          const Part = isTitle ? "h2" : "p";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text's paragraphs stay where they are.
            <Part key={index} className={isTitle ? "pt-6 font-strong text-small" : undefined}>
              {text}
            </Part>
          );
        })}
      </div>
      <p className="mt-12">
        <a href={href("/terminos-de-servicio")} className="link">
          Los términos vigentes
        </a>
      </p>
    </LegalPage>
  );
}
