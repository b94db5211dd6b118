import { href } from "react-router";
import { pageMeta } from "../document/meta.ts";
import atelier from "../photos/atelier.jpg?w=480;720;960;1440;2100&format=avif;webp&quality=52&as=picture";
import { product } from "../shop/product.ts";
import { shop } from "../shop/shop.ts";
import { buttonStyle } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Picture } from "../ui/picture.tsx";

const statistics = [
  { figure: shop.founded, label: "año de fundación" },
  { figure: `${shop.customers}+`, label: "clientes" },
  { figure: shop.fragrances, label: "fragancias" },
  { figure: `${shop.ingredients}+`, label: "ingredientes premium" },
];

const values = [
  { name: "Oficio", meaning: "Lo que puede hacerse a mano se hace a mano." },
  { name: "Paciencia", meaning: "Una fragancia sale del taller cuando está lista, no antes." },
  { name: "Honestidad", meaning: "Decimos lo que cuesta y cumplimos lo que decimos." },
  {
    name: "Cercanía",
    meaning: `Contestamos cada email en menos de ${shop.emailReplyHours}\u00a0horas.`,
  },
];

export const meta = () =>
  pageMeta({
    path: href("/quienes-somos"),
    title: `Quiénes somos · ${shop.brand}`,
    description: `La historia de ${shop.brand}: un taller de perfumería en ${shop.city} desde ${shop.founded}, ${shop.fragrances}\u00a0fragancias y más de ${shop.customers}\u00a0clientes.`,
  });

export default function About() {
  return (
    <>
      <div className="page-width pt-16 pb-12 md:pt-28 md:pb-20">
        <PageTitle className="max-w-[11em]">Un taller de perfumería en {shop.city}</PageTitle>
      </div>
      <Picture
        photo={atelier}
        sizes="100vw"
        alt="Un vaso de laboratorio con perfume de color ámbar y una varilla de vidrio, sobre madera y al sol de la tarde; detrás, el frasco."
        className="aspect-4/3 w-full object-cover object-[50%_30%] md:aspect-[1.8]"
        priority
      />
      <div className="page-width">
        <section
          aria-labelledby="history"
          className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-6 py-20 md:grid-cols-[5fr_7fr] md:py-32"
        >
          <h2 id="history" className="section-title">
            Desde {shop.founded}
          </h2>
          <div className="flex max-w-measure flex-col gap-4 text-lead">
            <p>
              {shop.brand} se fundó en {shop.founded} en un taller de {shop.city}, y en él se hace
              cada frasco. La mesa está junto a la ventana: por la tarde, el sol la cruza entera.
            </p>
            <p>
              Hoy son {shop.fragrances}&nbsp;fragancias, con más de {shop.ingredients}
              &nbsp;ingredientes premium y maestros perfumistas que llevan más de&nbsp;
              {shop.mastersYears}&nbsp;años en el oficio. Una de ellas, {product.name}, se vende en
              esta web.
            </p>
          </div>
        </section>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-8">
          {statistics.map(({ figure, label }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end border-rule border-t pt-5 pb-10"
            >
              <dt className="text-quiet text-small">{label}</dt>
              <dd className="page-title lining">{figure}</dd>
            </div>
          ))}
        </dl>
        <section aria-labelledby="values" className="py-20 md:py-32">
          <h2 id="values" className="section-title">
            Nuestros valores
          </h2>
          <ul className="mt-12 grid gap-x-10 md:grid-cols-2">
            {values.map(({ name, meaning }) => (
              <li key={name} className="border-rule border-t pt-5 pb-9">
                <h3 className="item-title">{name}</h3>
                <p className="mt-2 max-w-[24rem] text-quiet">{meaning}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section aria-labelledby="mission" className="bg-ground-deep">
        <div className="page-width py-20 md:py-32">
          <h2 id="mission" className="text-quiet text-small">
            Nuestra misión
          </h2>
          <p className="section-title mt-4 max-w-[18em] leading-[1.15]">
            Hacer perfumes que duren, que no se parezcan a ningún otro y que se lleven todos los
            días.
          </p>
          <a href={href("/")} className={buttonStyle("mt-12", "quiet")}>
            Volver al Inicio
          </a>
        </div>
      </section>
    </>
  );
}
