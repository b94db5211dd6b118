import type { ReactNode } from "react";

interface LegalPageProps {
  title: string;
  /** The day of the text's last change, in words. */
  updated?: string;
  /** What a reader in a hurry has to know. */
  lead: string;
  children: ReactNode;
}

/** The frame of a text to be read: its title, its gist and its sections. */
export function LegalPage({ title, updated, lead, children }: LegalPageProps) {
  return (
    <article className="legal mx-auto max-w-page px-5 pt-14 pb-20 md:px-10 md:pt-24 md:pb-32">
      <h1 className="font-display text-page font-medium tracking-tight">{title}</h1>
      {updated && (
        <p className="mt-6 text-quiet text-small">{`Última actualización: ${updated}`}</p>
      )}
      <p className="mt-6 mb-14 max-w-measure text-lead md:mb-20">{lead}</p>
      {children}
    </article>
  );
}

export interface NumberedSection {
  /** Its address on the page, in Spanish like every URL. */
  id: string;
  title: string;
  text: ReactNode;
}

/** Numbers come from the order; texts refer to a section by its title. */
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

/** On wide screens the title stays beside its text: it says where the reader is, and needs no index. */
export function LegalSection({ id, title, children }: LegalSectionProps) {
  return (
    <section
      id={id}
      className="grid gap-x-16 gap-y-5 border-rule border-t pt-8 pb-12 lg:grid-cols-[4fr_7fr] lg:pt-10 lg:pb-16"
    >
      <h2 className="self-start font-display text-item font-strong lg:sticky lg:top-24">{title}</h2>
      {children}
    </section>
  );
}

/** Where the reader goes from here. */
export function LegalActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 border-rule border-t pt-12 md:flex-row print:hidden">
      {children}
    </div>
  );
}
