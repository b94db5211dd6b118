import { pageMeta } from "../document/meta.ts";
import { shop } from "../shop/shop.ts";
import { PageTitle } from "../ui/page-title.tsx";

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
    path: "/contacto",
    title: `Contacto · ${shop.brand}`,
    description: `Email, teléfono y horario de atención al cliente de ${shop.brand} en ${shop.city}. Respondemos en menos de ${shop.emailReplyHours}\u00a0horas.`,
  });

export default function Contact() {
  return (
    <div className="page-width pt-16 pb-24 md:pt-28 md:pb-40">
      <PageTitle>Hablemos</PageTitle>
      <ul className="mt-14 grid grid-cols-[repeat(auto-fit,minmax(min(100%,19rem),1fr))] gap-x-10 md:mt-20">
        {cards.map(({ name, value, link, note }) => (
          <li key={name} className="border-rule border-t pt-5 pb-10">
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
      <div className="mt-14 grid gap-x-16 gap-y-20 md:mt-24 lg:grid-cols-[7fr_5fr]">
        <section aria-labelledby="hours" className="min-w-0">
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
    </div>
  );
}
