/** The specification says what home says of the offer, and no law wants more of one that sells nothing. */
export const OfferNotes = () => null;

/** No number is known, and none is invented. */
export const gtin: string | undefined = undefined;
