import type { ReactNode } from "react";
import { PageTitle } from "../ui/page-title.tsx";

/** On wide screens a title is in the first of three columns, and its text in the other two. */
const columns = "grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]";

interface LegalPageProps {
  title: string;
  /** The day of the text's last change, in words. */
  updated?: string | undefined;
  /** The summary for a reader in a hurry. */
  lead: string;
  children: ReactNode;
}

/** The layout of a legal text: title, summary and sections. */
export function LegalPage({ title, updated, lead, children }: LegalPageProps) {
  return (
    <article className="legal screen-width pt-14 pb-20 md:pt-24 md:pb-32">
      <div className={`${columns} mb-14 gap-y-6 md:mb-20 lg:gap-y-10`}>
        <PageTitle className="lg:col-span-2">{title}</PageTitle>
        {updated && (
          <p className="text-quiet text-small lg:pt-1.5">{`Última actualización: ${updated}`}</p>
        )}
        <p className="max-w-[26em] text-lead lg:col-start-2">{lead}</p>
      </div>
      {children}
    </article>
  );
}

export interface NumberedSection {
  /** Its fragment, in Spanish like every URL. */
  id: string;
  title: string;
  text: ReactNode;
}

/** Sections are numbered by their order. Texts refer to them by title. */
export function NumberedSections({ sections }: { sections: NumberedSection[] }) {
  return sections.map(({ id, title, text }, index) => (
    <LegalSection key={id} id={id} title={`${index + 1}. ${title}`}>
      <div className="legal-text">{text}</div>
    </LegalSection>
  ));
}

interface LegalSectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** The title is sticky beside its text, so the page needs no table of contents. */
export function LegalSection({ id, title, children }: LegalSectionProps) {
  return (
    <section
      id={id}
      className={`${columns} gap-y-6 border-rule border-t pt-8 pb-12 lg:pt-10 lg:pb-16 print:block`}
    >
      <h2 className="self-start item-title legal-title lg:pr-24 print:mb-3">{title}</h2>
      {children}
    </section>
  );
}

/** Links at the end of the page. */
export function LegalActions({ children }: { children: ReactNode }) {
  return (
    <div className={`${columns} border-rule border-t pt-12 print:hidden`}>
      <div className="flex flex-col gap-4 md:flex-row lg:col-start-2">{children}</div>
    </div>
  );
}
