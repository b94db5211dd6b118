import { buttonStyle } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { deskMeta } from "./desk-meta.ts";
import { slot } from "./slots.tsx";

export const meta = () => deskMeta(slot("title"));

/** What the desk says when it can't do what it was asked for. */
export default function DeskAnswer() {
  return (
    <div className="page-width py-24">
      <PageTitle>{slot("title")}</PageTitle>
      <p className="mt-6 max-w-measure">{slot("text")}</p>
      <a href="/" className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
    </div>
  );
}
