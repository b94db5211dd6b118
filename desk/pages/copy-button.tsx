import { InlineScript } from "../../app/ui/inline-script.tsx";

interface Props {
  name: string;
  children: string;
  /** What is copied, if a bank's form takes another spelling than the shown one. */
  copied?: string;
}

/** A value to copy into a bank's form. A Spanish IBAN fits on one line from 320 px. */
export function Copied({ name, children, copied = children }: Props) {
  return (
    <div className="relative border-rule border-t py-2.5 md:pr-16">
      <dt className="text-caption text-quiet">{name}</dt>
      <dd className="text-[min(1.0625rem,4.8vw)]">
        <span className="select-all" translate="no">
          {children}
        </span>
        {/* Hidden without a script. Then the text beside it can be selected. */}
        <button
          type="button"
          hidden
          data-copy={copied}
          aria-label={`Copiar ${name}`}
          className="absolute top-0 right-0 min-h-11 text-small underline md:top-2 print:hidden"
        >
          Copiar
        </button>
      </dd>
    </div>
  );
}

/** The script of these buttons, and the live region in which it tells screen readers what it did. */
export const CopyScript = () => (
  <>
    <p role="status" id="copied" className="sr-only" />
    <InlineScript>
      {`for(const b of navigator.clipboard?document.querySelectorAll("[data-copy]"):[]){b.hidden=false;b.onclick=()=>navigator.clipboard.writeText(b.dataset.copy).then(()=>{b.textContent=document.getElementById("copied").textContent="Copiado";setTimeout(()=>{b.textContent="Copiar"},2e3)},()=>{b.hidden=true})}`}
    </InlineScript>
  </>
);
