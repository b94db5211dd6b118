import tall from "../../photos/hero-tall.avif?w=420;560;700;840;960&format=avif;webp&quality=48&as=picture";
import tall1745 from "../../photos/hero-tall-1745.avif?w=400;560&format=avif;webp&quality=42&as=picture";
import tall1830 from "../../photos/hero-tall-1830.avif?w=400;560&format=avif;webp&quality=42&as=picture";
import tall1930 from "../../photos/hero-tall-1930.avif?w=480;640&format=avif;webp&quality=46&as=picture";
import tall2100 from "../../photos/hero-tall-2100.avif?w=480;640&bitdepth=10&format=avif;webp&quality=52&as=picture";
import wide from "../../photos/hero-wide.avif?w=960;1280;1600;1920;2560&format=avif;webp&quality=48&as=picture";
import wide1745 from "../../photos/hero-wide-1745.avif?w=1024;1440&format=avif;webp&quality=50&as=picture";
import wide1830 from "../../photos/hero-wide-1830.avif?w=1024;1440&format=avif;webp&quality=50&as=picture";
import wide1930 from "../../photos/hero-wide-1930.avif?w=960;1280;1600&format=avif;webp&quality=50&as=picture";
import wide2100 from "../../photos/hero-wide-2100.avif?w=1152;1600&bitdepth=10&format=avif;webp&quality=52&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";
import type { Hour } from "./hours.ts";

const exposures: { [hour in Hour]: { tall: Renditions; wide: Renditions } } = {
  "17:00": { tall, wide },
  "17:45": { tall: tall1745, wide: wide1745 },
  "18:30": { tall: tall1830, wide: wide1830 },
  "19:30": { tall: tall1930, wide: wide1930 },
  "21:00": { tall: tall2100, wide: wide2100 },
};

const firstHour: Hour = "17:00";

/** One picture at several hours. Each hour fades in over the earlier ones (frame.css). */
export function Frame({ hours }: { hours: readonly Hour[] }) {
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
          // The same picture at another hour: its alternative text would repeat the first.
          alt={
            hour === firstHour
              ? `El frasco de ${shop.brand} sobre piedra clara, al sol de la tarde, con la sombra de un balcón en la pared.`
              : ""
          }
          className="frame-photo"
          priority={hour === firstHour ? "high" : "low"}
        />
      ))}
    </div>
  );
}
