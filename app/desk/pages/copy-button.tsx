import { InlineScript } from "../../ui/inline-script.tsx";

/** Copies a text. Without a script it is not shown, and the text beside it can be selected. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  return (
    <button
      type="button"
      hidden
      data-copy={text}
      aria-label={`Copiar ${name}`}
      className="absolute top-0 right-0 min-h-11 text-small underline md:top-2 print:hidden"
    >
      Copiar
    </button>
  );
}

/** The script of these buttons, and what it says to screen readers. */
export const CopyScript = () => (
  <>
    <p role="status" id="copied" className="sr-only" />
    <InlineScript>
      {`for(const b of navigator.clipboard?document.querySelectorAll("[data-copy]"):[]){b.hidden=false;b.onclick=()=>navigator.clipboard.writeText(b.dataset.copy).then(()=>{b.textContent=document.getElementById("copied").textContent="Copiado";setTimeout(()=>{b.textContent="Copiar"},2e3)},()=>{b.hidden=true})}`}
    </InlineScript>
  </>
);
