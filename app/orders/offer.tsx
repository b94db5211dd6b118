/** The specification has no notes. The law requires them only for real offers. */
export const OfferNotes = () => null;

export const availability = () => "InStock";

/** No number is known, and none is invented. */
export const gtin: string | undefined = undefined;
