import { destinations } from "./destinations.ts";

/** In words that leave out what lies beyond the customs. */
export const deliveryArea = new Intl.ListFormat("es").format(
  destinations.flatMap(([code, name]) =>
    code === "ES" ? ["España peninsular", "Baleares"] : name,
  ),
);
