import { placedTitle } from "#orders/checkout-parts.tsx";

export const confirmed = "¡Pedido Confirmado!";

/** Headings rendered after hydration. Publishing includes their glyphs in the display font. */
export const laterTitles = [confirmed, placedTitle];
