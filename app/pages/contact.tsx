import { href } from "react-router";
import { deliveryArea, deliveryStart } from "#orders/delivery-area.ts";
import { facts } from "#orders/facts/page-facts.ts";
import { postalAddress } from "#orders/identity.tsx";
import { returnAuthorization, returnTerm } from "#orders/returns.tsx";
import { pageMeta } from "../document/meta.ts";
import { PurchaseLine } from "../document/purchase-line.tsx";
import wall from "../photos/wall-evening.avif?w=720;960;1200;1600;2400&format=avif;webp&quality=52&as=picture";
import { emailLink, phoneLink } from "../shop/contact-links.ts";
import { shop } from "../shop/shop.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Picture } from "../ui/picture.tsx";
import { Unbroken } from "../ui/unbroken.tsx";
import { openingTimes } from "./opening-times.ts";

const hasHours = () => facts.openingHours.length > 0;

const cards = () => [
  {
    name: "Email",
    value: facts.email,
    link: emailLink(facts.email),
    note:
      facts.emailReplyHours > 0 && `Respondemos en menos de ${facts.emailReplyHours}\u00a0horas.`,
  },
  {
    name: "Teléfono",
    value: <Unbroken>{facts.phone}</Unbroken>,
    link: phoneLink(facts.phone),
    note: openingTimes(facts.openingHours),
  },
  {
    name: "Dirección",
    value: postalAddress,
    note: "Antes de enviarnos un paquete, escríbenos y te diremos adónde.",
  },
];

const highlights = () => [
  {
    name: "Entrega",
    fact: (
      <>
        {facts.cityDeliveryHours && (
          <>
            <Unbroken>{facts.cityDeliveryHours}&nbsp;h</Unbroken> en {shop.city} y alrededores
            {deliveryStart}.{" "}
          </>
        )}
        Enviamos a {deliveryArea}.
      </>
    ),
  },
  {
    name: "Devolución",
    fact: `${returnTerm} ${returnAuthorization()}`,
  },
  {
    name: "Reembolso",
    fact: (
      <>
        Te devolvemos el dinero en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
        laborables.
      </>
    ),
  },
];

export const meta = () =>
  pageMeta({
    path: href("/contacto"),
    title: `Contacto · ${shop.brand}`,
    description: `${hasHours() ? "Correo, teléfono y horario" : "Correo y teléfono"} de atención al cliente de ${shop.brand} en ${shop.city}.${facts.emailReplyHours ? ` Respondemos en menos de ${facts.emailReplyHours}\u00a0horas.` : ""}`,
  });

export default function Contact() {
  return (
    <>
      <div className="bleed">
        {/* The padding aligns its edge with that of the second card. */}
        <div className="md:col-[full-start/full-end] lg:col-[span_9/full-end] lg:row-1 lg:pl-[calc(1rem/3)] print:hidden">
          <Picture
            photo={wall}
            sizes="(max-width: 63.99rem) 100vw, 66vw"
            alt="La sombra larga del frasco en la pared, al caer la tarde, junto a la de la barandilla de un balcón."
            className="w-full"
            priority="high"
          />
        </div>
        <div className="px-5 pt-12 md:col-[content-start/content-end] md:px-0 lg:col-[content-start/span_4] lg:row-1 lg:self-end lg:pr-8 print:pt-0">
          {/* A line of ten letters fits beside the picture at any font size. */}
          <PageTitle className="lg:text-[length:min(--theme(--text-page),5.8vw)]">
            <span className="block">Escríbenos</span> <span className="block">o llámanos</span>
          </PageTitle>
        </div>
      </div>
      <ul className="screen-width mt-8 grid gap-2 md:gap-4 lg:mt-12 lg:grid-cols-3">
        {cards().map(({ name, value, link, note }) => (
          <li key={name} className="card">
            <h2 className="text-quiet text-small">{name}</h2>
            <p className="mt-2 item-title text-[length:min(--theme(--text-item),7vw)] lg:text-[length:min(--theme(--text-item),2.4vw)] [overflow-wrap:anywhere]">
              {link ? (
                <a href={link} className="link">
                  {value}
                </a>
              ) : (
                value
              )}
            </p>
            {note && <p className="mt-2 text-quiet text-small">{note}</p>}
          </li>
        ))}
      </ul>
      <div
        className={`screen-width grid gap-x-4 gap-y-16 py-20 md:py-32 ${hasHours() ? "lg:grid-cols-3 " : ""}print:gap-y-8 print:py-8`}
      >
        {hasHours() && <OpeningHours />}
        <section aria-labelledby="service">
          <h2 id="service" className="item-title">
            Así te atendemos
          </h2>
          {/* The margin aligns its lines with those of the table beside it, which has a header row. */}
          <ul className={hasHours() ? "mt-6 lg:mt-[3.6875rem]" : "mt-6 grid lg:grid-cols-3"}>
            {highlights().map(({ name, fact }) => (
              <li
                key={name}
                className={`border-rule border-t py-4${hasHours() ? "" : " lg:pr-10"}`}
              >
                <h3>{name}</h3>
                <p className="mt-1 text-quiet">{fact}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="border-rule border-t">
        <div className="screen-width py-12 md:py-16">
          <PurchaseLine />
        </div>
      </div>
    </>
  );
}

function OpeningHours() {
  return (
    <div className="min-w-0 lg:col-span-2 lg:pr-16">
      <h2 id="hours" className="item-title">
        Horario de atención
      </h2>
      {/* With a very large font the table scrolls, not the page. Safari scrolls it by keys only with a tabindex. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus. */}
      <section aria-labelledby="hours" tabIndex={0} className="mt-6 overflow-x-auto">
        <table className="w-full text-left">
          <thead className="text-quiet text-small">
            <tr>
              <th scope="col" className="pb-3 font-regular">
                Día
              </th>
              <th scope="col" className="pb-3 font-regular">
                Horario
              </th>
              <th scope="col" className="pb-3 font-regular">
                Atención
              </th>
            </tr>
          </thead>
          <tbody>
            {facts.openingHours.map(({ day, hours, status }) => (
              <tr key={day} className="border-rule border-t align-top">
                <th scope="row" className="py-4 pr-4 font-regular">
                  {day}
                </th>
                <td className="whitespace-nowrap py-4 pr-4">{hours}</td>
                <td className="py-4">{status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
