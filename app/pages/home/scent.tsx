import { facts } from "#orders/facts/page-facts.ts";
import day from "../../photos/scent-1700.avif?w=240;360;540;740&format=avif;webp&quality=46&as=picture";
import evening from "../../photos/scent-1930.avif?w=240;360;463&format=avif;webp&quality=46&as=picture";
import night from "../../photos/scent-2100.avif?w=240;360;463&bitdepth=10&format=avif;webp&quality=50&as=picture";
import { Picture } from "../../ui/picture.tsx";

/** The steps of the scent, each at an hour, with the owner's notes if she has set them. */
const steps = () => [
  {
    hour: "17:00",
    photo: day,
    step: "Salida",
    words: "Lo primero que se huele y lo primero que se va.",
    notes: facts.notes.top,
  },
  {
    hour: "19:30",
    photo: evening,
    step: "Corazón",
    words: "Lo que queda cuando baja el sol: el perfume de verdad.",
    notes: facts.notes.heart,
  },
  {
    hour: "21:00",
    photo: night,
    step: "Fondo",
    words: "Lo que notará quien se te acerque.",
    notes: facts.notes.base,
  },
];

/** The scent, illustrated by the same wall at three hours. */
export function Scent() {
  return (
    <section
      aria-labelledby="scent"
      className="deferred bg-ground-deep [--estimate:calc(45vw+25rem)]"
    >
      <div className="screen-width py-20 md:py-32">
        <h2 id="scent" className="section-title">
          Tres horas de una tarde
        </h2>
        <ol className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(max(5.25rem,30%),1fr))] gap-y-10 md:mt-12">
          {steps().map(({ hour, photo, step, words, notes }) => (
            <li key={hour}>
              <Picture
                photo={photo}
                sizes="(max-width: 47.99rem) 30vw, 29vw"
                alt=""
                className="aspect-45/68 w-full object-cover lg:aspect-4/5"
              />
              <p className="mt-4 text-accent-text text-small tabular-nums">{hour}</p>
              <h3 className="item-title mt-1">{step}</h3>
              <p className="mt-2 pr-2 text-quiet text-small md:max-w-[20rem] md:pr-6">{words}</p>
              {notes && <p className="mt-2 pr-2 text-small md:max-w-[20rem] md:pr-6">{notes}</p>}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
