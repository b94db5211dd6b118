/*
 * Converts common spellings of a value to the one that spec §5 requires. Undefined if that would be a guess.
 * The rules do not change: they validate the field's actual value.
 */

/**
 * «0034 612-34-56-78», «(+34) 612345678», «tel:34612345678», «612 34 56 78» → «+34 612345678». Also where a
 * number with its own prefix was typed behind the form's.
 */
export function normalizePhone(text: string): string | undefined {
  const compact = text.replace(/^\s*tel:/i, "").replace(/[\s\p{Cf}\p{Pd}().]/gu, "");
  const [, digits] = /^(?:\+34)?(?:\+34|0034|34)?(\d{9})$/.exec(compact) ?? [];
  return digits && `+34 ${digits}`;
}

/**
 * Fixes a number typed after the form's prefix. Leaves a valid number as it is, and one without the prefix,
 * which may be another country's.
 */
export const mendPhone = (text: string) =>
  /^\s*\+34(?!\s?\d{9}\s*$)/.test(text) ? normalizePhone(text) : undefined;

/** «28 013» → «28013». */
export function normalizePostalCode(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Cf}]/gu, "");
  return /^\d{5}$/.test(compact) ? compact : undefined;
}
