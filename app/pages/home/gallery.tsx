import back from "../../photos/back.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import cap from "../../photos/cap.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import front from "../../photos/front.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

const pictures = [
  {
    photo: front,
    alt: `El frasco de ${shop.brand}, de frente y entero, con su etiqueta.`,
    name: "De frente",
    fact: "Vidrio claro y un perfume del color de la tarde.",
    sizes: "(width < 64rem) min(78vw, 25rem), min(49vw, 42rem)",
  },
  {
    photo: cap,
    alt: "El tapón dorado del frasco, visto desde arriba.",
    name: "Desde arriba",
    fact: "Un sol grabado en el tapón.",
    sizes: "(width < 64rem) min(78vw, 25rem), min(23vw, 19rem)",
  },
  {
    photo: back,
    alt: "El frasco a contraluz: el sol atraviesa el perfume.",
    name: "A contraluz",
    fact: "La tarde, al otro lado del vidrio.",
    sizes: "(width < 64rem) min(78vw, 25rem), min(46vw, 39rem)",
  },
];

/** A row that scrolls by finger, wheel and arrow keys, and from 1024 px on stands still as a mosaic: gallery.css. */
export function Gallery() {
  return (
    <section aria-labelledby="gallery" className="bg-wall pt-20 pb-14 md:pt-32 md:pb-24">
      <h2 id="gallery" className="page-width section-title">
        El frasco, al sol
      </h2>
      {/* Safari makes a scroller focusable only with a tabindex. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus. */}
      <section aria-label="Fotografías del frasco" tabIndex={0} className="gallery">
        <ul className="gallery-pictures">
          {pictures.map(({ name, fact, ...picture }) => (
            <li key={name}>
              <Picture {...picture} className="gallery-photo" />
              <div className="gallery-words">
                <p className="item-title">{name}</p>
                <p className="mt-1 text-quiet text-small">{fact}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}
