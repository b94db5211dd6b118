import { destinations } from "./destinations.ts";

/** The destinations in words, without those beyond the customs border. */
export const deliveryArea = new Intl.ListFormat("es").format(
  destinations.flatMap(([code, name]) =>
    code === "ES" ? ["España peninsular", "Baleares"] : name,
  ),
);

/** Parcels are sent once they are paid for. */
export const deliveryStart = " desde que nos llega el pago";
