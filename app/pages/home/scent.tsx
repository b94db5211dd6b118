import { facts } from "#orders/facts/page-facts.ts";
import { emailLink, phoneLink } from "../../shop/contact-links.ts";
import { product } from "../../shop/product.ts";
import { pyramid } from "./notes.ts";

/** The owner's description of the scent, or where to ask while there is none. */
export function Scent() {
  const steps = pyramid(product.notes);
  return (
    <section
      aria-labelledby="scent"
      className="deferred screen-width grid gap-y-10 py-20 [--estimate:15rem] md:grid-cols-3 md:py-32"
    >
      {steps.length === 0 ? (
        <>
          <h2 id="scent" className="section-title max-w-[12em] md:col-span-2">
            A qué huele se cuenta mejor de viva voz
          </h2>
          <Voice />
        </>
      ) : (
        <>
          <h2 id="scent" className="section-title">
            A qué huele
          </h2>
          <dl className="border-rule border-b md:col-span-2">
            {steps.map(({ step, notes }) => (
              <div
                key={step}
                className="grid gap-x-6 border-rule border-t py-6 lg:grid-cols-[8rem_minmax(0,1fr)]"
              >
                <dt className="pt-1 text-quiet text-small">{step}</dt>
                <dd className="item-title">{notes}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function Voice() {
  return (
    <dl className="grid content-start gap-y-6">
      {[
        { name: "Llámanos", value: facts.phone, link: phoneLink(facts.phone) },
        { name: "Escríbenos", value: facts.email, link: emailLink(facts.email) },
      ].map(({ name, value, link }) => (
        <div key={name}>
          <dt className="text-quiet text-small">{name}</dt>
          <dd className="mt-1 text-lead [overflow-wrap:anywhere]">
            <a href={link} className="link">
              {value}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
