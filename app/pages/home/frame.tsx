import tall from "../../photos/hero-tall.avif?w=420;560;700;840;1080;1320&format=avif;webp&quality=48&as=picture";
import eveningTall from "../../photos/hero-tall-evening.avif?w=640;840;1020&format=avif;webp&quality=46&as=picture";
import nightTall from "../../photos/hero-tall-night.avif?w=560;840;1050&bitdepth=10&format=avif;webp&quality=54&as=picture";
import wide from "../../photos/hero-wide.avif?w=960;1280;1600;1920;2560&format=avif;webp&quality=50&as=picture";
import eveningWide from "../../photos/hero-wide-evening.avif?w=960;1280;1920&format=avif;webp&quality=45&as=picture";
import nightWide from "../../photos/hero-wide-night.avif?w=960;1280;1920&bitdepth=10&format=avif;webp&quality=50&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

const exposures = {
  afternoon: {
    tall,
    wide,
    alt: `El frasco de ${shop.brand} sobre piedra clara, al sol de la tarde, con la sombra de una ventana en la pared.`,
  },
  // The same picture at another hour: its alternative text would repeat the first.
  evening: { tall: eveningTall, wide: eveningWide, alt: "" },
  night: { tall: nightTall, wide: nightWide, alt: "" },
};

type Hour = keyof typeof exposures;

/** One picture at several hours. Each later one fades in over the earlier ones (frame.css). */
export function Frame({ hours }: { hours: Hour[] }) {
  return (
    <div className="frame">
      {hours.map((hour) => (
        <Picture
          key={hour}
          photo={exposures[hour].tall}
          sizes="max(100vw, 62svh - 6rem)"
          alternative={{
            photo: exposures[hour].wide,
            sizes: "max(100vw, min(160svh - 6.4rem, 128rem))",
            media: "(min-aspect-ratio: 4/5)",
          }}
          alt={exposures[hour].alt}
          className="frame-photo"
          priority={hour === "afternoon" ? "high" : "low"}
        />
      ))}
    </div>
  );
}
