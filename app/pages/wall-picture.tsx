import type { ComponentProps } from "react";
import wall from "../photos/wall-evening.avif?w=720;960;1200;1600;2400&format=avif;webp&quality=52&as=picture";
import { Picture } from "../ui/picture.tsx";

/** The wall at half past seven, on the about and the contact page. */
export function WallPicture(
  layout: Pick<ComponentProps<typeof Picture>, "sizes" | "className" | "priority">,
) {
  return (
    <Picture
      photo={wall}
      alt="La sombra larga del frasco en la pared, al caer la tarde, junto a la de la barandilla de un balcón."
      {...layout}
    />
  );
}
