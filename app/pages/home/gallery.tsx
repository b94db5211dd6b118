import back from "../../photos/back.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import box from "../../photos/box.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import cap from "../../photos/cap.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import front from "../../photos/front.jpg?w=600;880&format=avif;webp&quality=52&as=picture";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

const pictures = [
  {
    photo: front,
    alt: `El frasco de ${shop.brand}, de frente y entero, con su etiqueta.`,
    name: "El frasco",
    fact: (
      <>
        {product.volume} de <span lang="fr">{product.concentration}</span>.
      </>
    ),
  },
  {
    photo: cap,
    alt: "El tapón dorado, visto desde arriba, con su sol grabado.",
    name: "El tapón",
    fact: `Acanalado, con detalles en oro de\u00a0${shop.goldKarats}k.`,
  },
  {
    photo: back,
    alt: "El frasco a contraluz, con el sol a través del perfume ámbar.",
    name: "A contraluz",
    fact: "El vidrio de la base, con el sol de la tarde detrás.",
  },
  {
    photo: box,
    alt: "El frasco delante de su caja, casi negra, con el sol y el nombre estampados en oro.",
    name: "El embalaje original",
    fact: "Guárdalo: si devuelves el frasco, viaja dentro.",
  },
];

/** What arrives, one picture beside the other. It scrolls by finger, wheel and arrow keys: gallery.css. */
export function Gallery() {
  return (
    <section aria-labelledby="gallery" className="pt-20 md:pt-32">
      <h2 id="gallery" className="page-width section-title">
        Así llega a tus manos
      </h2>
      {/* Not every browser lets the keyboard into what scrolls unless it is told to. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus. */}
      <section aria-label="Fotografías del frasco" tabIndex={0} className="gallery">
        <ul className="gallery-pictures">
          {pictures.map(({ photo, alt, name, fact }) => (
            <li key={name}>
              <Picture
                photo={photo}
                sizes="min(78vw, 25rem)"
                alt={alt}
                className="aspect-4/5 w-full object-cover"
              />
              <p className="mt-4 item-title">{name}</p>
              <p className="mt-1 text-quiet text-small">{fact}</p>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}
