/*
 * Converts common spellings of a pasted value to the one that spec §5 requires. Undefined if that would be a guess.
 */

/** «0034 612-34-56-78», «(+34) 612345678», «tel:34612345678», «612 34 56 78» → «+34 612345678». */
export function normalizePhone(text: string): string | undefined {
  const compact = text.replace(/^\s*tel:/i, "").replace(/[\s\p{Cf}\p{Pd}().]/gu, "");
  const [, digits] = /^(?:\+34|0034|34)?(\d{9})$/.exec(compact) ?? [];
  return digits && `+34 ${digits}`;
}

/** «28 013» → «28013». */
export function normalizePostalCode(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Cf}]/gu, "");
  return /^\d{5}$/.test(compact) ? compact : undefined;
}
