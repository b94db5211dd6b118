import { facts } from "#orders/facts/page-facts.ts";
import day from "../../photos/scent-1700.avif?w=240;360;540;740&format=avif;webp&quality=46&as=picture";
import evening from "../../photos/scent-1930.avif?w=240;360;463&format=avif;webp&quality=46&as=picture";
import night from "../../photos/scent-2100.avif?w=240;360;463&bitdepth=10&format=avif;webp&quality=50&as=picture";
import { Picture } from "../../ui/picture.tsx";
import { pyramid } from "./notes.ts";

/** The hour of each step, with its picture. */
const hours = {
  top: { hour: "17:00", photo: day },
  heart: { hour: "19:30", photo: evening },
  base: { hour: "21:00", photo: night },
};

/** The notes that the owner has set, illustrated by the same wall at three hours. */
export function Scent() {
  const steps = pyramid(facts.notes);
  if (steps.length === 0) return null;

  return (
    <section
      aria-labelledby="scent"
      className="deferred bg-ground-deep [--estimate:calc(45vw+22rem)]"
    >
      <div className="screen-width py-20 md:py-32">
        <h2 id="scent" className="section-title">
          De las cinco a las nueve
        </h2>
        <ol className="mt-8 grid grid-cols-[repeat(auto-fill,minmax(max(5.25rem,30%),1fr))] gap-y-10 md:mt-12">
          {steps.map(({ key, step, notes }) => (
            <li key={key}>
              <Picture
                photo={hours[key].photo}
                sizes="(max-width: 47.99rem) 30vw, 29vw"
                alt=""
                className="aspect-45/68 w-full object-cover lg:aspect-4/5"
              />
              <p className="mt-4 text-accent-text text-small tabular-nums">{hours[key].hour}</p>
              <h3 className="item-title mt-1">{step}</h3>
              <p className="mt-2 pr-2 text-small md:max-w-[20rem] md:pr-6 md:text-[length:1em]">
                {notes}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
