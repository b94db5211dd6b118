import cap from "../../photos/cap.avif?w=600;880&bitdepth=10&format=avif;webp&quality=50&as=picture";
import shadow from "../../photos/shadow.avif?w=600;880;1280&format=avif;webp&quality=44&as=picture";
import uncapped from "../../photos/uncapped.avif?w=600;800&format=avif;webp&quality=40&as=picture";
import { Picture } from "../../ui/picture.tsx";

/** A row, from 1024 px on a mosaic, and from 1536 px on three columns: gallery.css. */
const sizes = (mosaic: string) =>
  `(max-width: 63.99rem) min(78vw, 25rem), (max-width: 95.99rem) ${mosaic}, 29vw`;

const pictures = [
  {
    photo: shadow,
    sizes: sizes("54vw"),
    alt: "La sombra larga del frasco en la pared, al caer la tarde, junto a la de un balcón.",
    name: "Su sombra",
    fact: "A las siete y media, en la pared.",
  },
  {
    photo: cap,
    sizes: sizes("36vw"),
    alt: "El tapón dorado del frasco, visto desde arriba.",
    name: "Un sol en el tapón",
    fact: "En relieve, como en una moneda.",
  },
  {
    photo: uncapped,
    sizes: sizes("36vw"),
    alt: "El frasco ladeado y sin tapón, con el pulverizador dorado a la vista; el tapón descansa a su lado, sobre la piedra.",
    name: "El pulverizador",
    fact: "Dorado, como el tapón.",
  },
];

/** A row that scrolls by finger, wheel and arrow keys, and does not scroll from 1024 px on. */
export function Gallery() {
  return (
    <section
      aria-labelledby="gallery"
      className="deferred bg-wall pt-20 pb-14 [--estimate:calc(min(97vw,31rem)+11rem)] md:pt-32 md:pb-24"
    >
      <h2 id="gallery" className="screen-width section-title">
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
