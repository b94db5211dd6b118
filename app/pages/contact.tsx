import { href } from "react-router";
import { pageMeta } from "../document/meta.ts";
import back from "../photos/back.jpg?w=480;720;960;1200&format=avif;webp&quality=52&as=picture";
import { shop } from "../shop/shop.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Picture } from "../ui/picture.tsx";

const cards = [
  {
    name: "Email",
    value: shop.email,
    link: shop.emailLink,
    note: `Respondemos en menos de ${shop.emailReplyHours}\u00a0horas.`,
  },
  { name: "Teléfono", value: shop.phone, link: shop.phoneLink, note: "En el horario de atención." },
  {
    name: "Dirección",
    value: `${shop.city}, ${shop.country.name}`,
    note: "Taller y atención al cliente.",
  },
];

const highlights = [
  {
    name: "Entrega",
    fact: `${shop.cityDeliveryHours}\u00a0h en ${shop.city} y alrededores. Enviamos a España y Europa.`,
  },
  {
    name: "Devolución",
    fact: `Tienes ${shop.returns.days}\u00a0días desde que recibes el perfume. Autorizamos tu devolución en ${shop.returns.authorizationHours}\u00a0horas.`,
  },
  {
    name: "Reembolso",
    fact: `Te devolvemos el dinero en ${shop.returns.refundWorkingDays}\u00a0días laborables.`,
  },
];

export const meta = () =>
  pageMeta({
    path: href("/contacto"),
    title: `Contacto · ${shop.brand}`,
    description: `Email, teléfono y horario de atención al cliente de ${shop.brand} en ${shop.city}. Respondemos en menos de ${shop.emailReplyHours}\u00a0horas.`,
  });

export default function Contact() {
  return (
    <>
      <div className="bleed">
        <div className="px-5 pt-16 pb-14 md:col-[content-start/span_6] md:px-0 md:pt-20 md:pr-10 md:pb-20 lg:col-[content-start/span_7] lg:pr-16">
          <PageTitle>Hablemos</PageTitle>
          <ul className="mt-12 md:mt-16">
            {cards.map(({ name, value, link, note }) => (
              <li key={name} className="border-rule border-t pt-5 pb-8">
                <h2 className="text-quiet text-small">{name}</h2>
                <p className="mt-3 item-title lining [overflow-wrap:anywhere]">
                  {link ? (
                    <a href={link} className="link">
                      {value}
                    </a>
                  ) : (
                    value
                  )}
                </p>
                <p className="mt-2 text-quiet text-small">{note}</p>
              </li>
            ))}
          </ul>
        </div>
        <div className="self-stretch md:col-[span_6/full-end] lg:col-[span_5/full-end]">
          <Picture
            photo={back}
            sizes="(width < 48rem) 100vw, max(50vw, 44rem)"
            alt="El frasco a contraluz, con el sol de la tarde a través del perfume."
            className="aspect-4/5 size-full object-cover object-[50%_60%] md:aspect-auto"
          />
        </div>
      </div>
      <div className="page-width grid gap-y-20 pt-16 pb-24 md:pt-24 md:pb-40 lg:grid-cols-[7fr_5fr]">
        <section aria-labelledby="hours" className="min-w-0 lg:pr-16">
          <h2 id="hours" className="section-title">
            Horario de atención
          </h2>
          {/* With very large letters the table scrolls by itself, not the page. */}
          <div className="mt-8 overflow-x-auto">
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
                {shop.openingHours.map(({ day, hours, status }) => (
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
          </div>
        </section>
        <section aria-labelledby="service">
          <h2 id="service" className="section-title">
            Cómo te atendemos
          </h2>
          {/* Its lines meet those of the table beside it, which has a head. */}
          <ul className="mt-8 lg:mt-[4.1875rem]">
            {highlights.map(({ name, fact }) => (
              <li key={name} className="border-rule border-t py-4">
                <h3 className="font-strong">{name}</h3>
                <p className="mt-1 text-quiet">{fact}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
