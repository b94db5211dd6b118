export const confirmed = "¡Pedido Confirmado!";
export const thanks = "Gracias";

/** Titles that come into the page later: publishing cuts its display letter for them too. */
export const laterTitles = [confirmed, thanks];
