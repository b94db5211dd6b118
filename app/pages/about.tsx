import { href } from "react-router";
import { facts } from "#orders/facts/page-facts.ts";
import { pageMeta } from "../document/meta.ts";
import { ProductName } from "../document/product-name.tsx";
import { PurchaseLine } from "../document/purchase-line.tsx";
import atelier from "../photos/atelier.avif?w=480;720;960;1440;2100&format=avif;webp&quality=52&as=picture";
import { shop } from "../shop/shop.ts";
import { buttonStyle } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Picture } from "../ui/picture.tsx";

const statistics = () =>
  [
    { figure: facts.founded, label: "año de fundación" },
    { figure: facts.customers && `${facts.customers}+`, label: "clientes" },
    { figure: facts.fragrances, label: "fragancias" },
    { figure: facts.ingredients && `${facts.ingredients}+`, label: "ingredientes nobles" },
  ].filter(({ figure }) => figure);

const values = () => [
  { name: "Oficio", meaning: "Lo que puede hacerse a mano lo hacemos a mano." },
  { name: "Paciencia", meaning: "Una fragancia sale del taller cuando está lista, no antes." },
  {
    name: "Honestidad",
    meaning: "El precio está a la vista desde el principio, con el IVA incluido.",
  },
  {
    name: "Cercanía",
    meaning: facts.emailReplyHours
      ? `Contestamos a todos los correos en menos de ${facts.emailReplyHours}\u00a0horas.`
      : "Contestamos a todos los correos.",
  },
];

/** Two columns from 768 px on, four from 1024 px on: the same for headings, texts, figures and values. */
const columns =
  "grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-8 md:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))]";

/** What is beside a heading. */
const beside = "lg:col-span-3";

export const meta = () =>
  pageMeta({
    path: href("/quienes-somos"),
    title: `Quiénes Somos · ${shop.brand}`,
    description: description(),
  });

function description() {
  const since = facts.founded ? ` desde ${facts.founded}` : "";
  const figures = [
    facts.fragrances && `${facts.fragrances}\u00a0fragancias`,
    facts.customers && `más\u00a0de\u00a0${facts.customers}\u00a0clientes`,
  ].filter(Boolean);
  const withFigures = figures.length > 0 ? `, con ${figures.join(" y ")}` : "";
  return `Un taller de perfumería en ${shop.city}${since}${withFigures}.`;
}

export default function About() {
  const figures = statistics();
  return (
    <>
      <div className="screen-width pt-16 pb-12 md:pt-28 md:pb-20">
        <PageTitle>
          <span className="block">
            Un taller <span className="inline-block">de perfumería</span>
          </span>{" "}
          <span className="block">en {shop.city}</span>
        </PageTitle>
      </div>
      <Picture
        photo={atelier}
        sizes="100vw"
        alt="Una mesa de perfumista al sol de la tarde: tres frascos de vidrio marrón, un abanico de tiras olfativas, una con la punta de color ámbar, una pipeta y pesas de latón."
        className="aspect-4/3 w-full object-cover object-[50%_30%] md:aspect-[1.8]"
        priority="high"
      />
      <div className="screen-width">
        <section aria-labelledby="history" className={`${columns} py-20 md:py-32 print:py-8`}>
          <h2 id="history" className="section-title md:pr-8">
            {facts.founded ? `${shop.city}, ${facts.founded}` : shop.city}
          </h2>
          <div className={`${beside} flex max-w-measure flex-col gap-4 text-lead`}>
            <p>
              Fundamos {shop.brand} en un taller de {shop.city}, donde nuestros maestros perfumistas
              {facts.mastersYears > 0 &&
                `, con más\u00a0de\u00a0${facts.mastersYears}\u00a0años de oficio,`}{" "}
              componen cada fragancia.
            </p>
            <p>
              {facts.fragrances > 0 && `Hemos compuesto ${facts.fragrances}\u00a0fragancias. `}
              Aquí vendemos una sola, la que lleva nuestra firma: <ProductName />.
            </p>
          </div>
        </section>
        {figures.length > 0 && (
          <dl
            className={`${columns} max-md:grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-y-12 border-rule border-t pt-10 pb-20 md:pb-32 lg:pt-14 print:pb-8`}
          >
            {figures.map(({ figure, label }) => (
              <div
                key={label}
                className="flex flex-col-reverse justify-end gap-2 [overflow-wrap:anywhere]"
              >
                <dt className="text-quiet text-small">{label}</dt>
                {/* Five characters fit in half of a phone's width, and in a column of a wide screen. */}
                <dd className="section-title text-[length:17vw]/[0.9] lg:text-[length:min(9.5vw,12rem)]/[0.9]">
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <section aria-labelledby="values" className="pb-20 md:pb-32 print:pb-8">
          <h2 id="values" className="section-title">
            Nuestros valores
          </h2>
          <ul className={`${columns} mt-8 lg:mt-12`}>
            {values().map(({ name, meaning }) => (
              <li key={name} className="border-rule border-t pt-4 pb-1 lg:pr-4">
                <h3 className="item-title">{name}</h3>
                <p className="mt-2 text-quiet">{meaning}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section aria-labelledby="mission" className="bg-ground-deep">
        <div className="screen-width pt-20 pb-12 md:pt-32 md:pb-16 print:py-8">
          <div className={columns}>
            <h2 id="mission" className="text-quiet text-small md:pt-3">
              Nuestra misión
            </h2>
            <div className={beside}>
              <p className="section-title max-w-[16em] leading-[1.15]">
                Hacer perfumes que duren, que no se parezcan a ningún otro y que apetezca llevar
                todos los días.
              </p>
              <a href={href("/")} className={buttonStyle("mt-12 print:hidden", "quiet")}>
                Volver al Inicio
              </a>
            </div>
          </div>
          <div className="mt-20 border-rule border-t pt-8 md:mt-32 print:mt-8">
            <PurchaseLine />
          </div>
        </div>
      </section>
    </>
  );
}
