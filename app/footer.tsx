import { use } from "react";
import { href } from "react-router";
import { footerLinks } from "#orders/footer-links.ts";
import { Identity } from "#orders/identity.tsx";
import { EmailLink } from "./document/email-link.tsx";
import { FactsContext } from "./document/facts-context.ts";
import { PhoneLink } from "./document/phone-link.tsx";
import { shop } from "./shop/shop.ts";
import { Wordmark } from "./ui/wordmark.tsx";

const legalLinks = [
  { to: href("/politica-de-privacidad"), label: "Política de privacidad" },
  { to: href("/terminos-de-servicio"), label: "Términos de servicio" },
  { to: href("/politica-de-devolucion"), label: "Política de devolución" },
  ...footerLinks,
];

const linkRow = "flex min-h-11 items-center md:min-h-9";

export function Footer() {
  return (
    <footer className="deferred night border-night-rule border-t [--estimate:30rem] text-small wide:text-navigation print:hidden">
      <div className="screen-width pt-14 pb-8 md:pt-20">
        {/* On wide screens three columns, on the page's axes. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-y-10 pb-14">
          <div className="col-span-full md:col-span-1 md:pr-10">
            <Wordmark>{shop.brand}</Wordmark>
            <p className="mt-5 max-w-[22rem] text-night-quiet">
              <Since />. Un taller, un frasco y la luz de la tarde en {shop.city}.
            </p>
          </div>
          <nav aria-labelledby="footer-legal" className="pr-2 md:pr-4">
            <h2 id="footer-legal" className="mb-2 text-night-quiet">
              Legal
            </h2>
            <ul>
              {legalLinks.map(({ to, label }) => (
                <li key={to} className={linkRow}>
                  <a href={to} className="link">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2 className="mb-2 text-night-quiet">Atención al cliente</h2>
            <ul>
              <li className={linkRow}>{shop.city}</li>
              <li className={`${linkRow} [overflow-wrap:anywhere]`}>
                <EmailLink />
              </li>
              <li className={linkRow}>
                <PhoneLink />
              </li>
            </ul>
          </div>
        </div>
        <Identity />
        <p className="border-night-rule border-t pt-6 text-caption text-night-quiet">
          © {shop.copyrightYear} {shop.brand}. Todos los derechos reservados.
        </p>
      </div>
    </footer>
  );
}

/** Omits the year if the owner has set none. */
function Since() {
  const { founded } = use(FactsContext);
  return founded ? <>Perfume artesanal desde {founded}</> : "Perfume artesanal";
}
