import { shop } from "../shop/shop.ts";

const { returns } = shop;

/** The money-back guarantee of spec §1, on the terms of spec §9. */
export const guarantee = `Garantía de devolución de ${returns.days}\u00a0días. Si vuelve sin usar y en su embalaje original, te devolvemos todo lo que pagaste.`;

/** The specification has no notes. The law requires them only for real offers. */
export const OfferNotes = () => null;
