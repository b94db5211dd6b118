export const confirmed = "¡Pedido Confirmado!";
export const thanks = "Gracias";

/** Headings rendered after hydration. Publishing includes their glyphs in the display font. */
export const laterTitles = [confirmed, thanks];
