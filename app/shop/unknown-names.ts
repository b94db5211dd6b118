import type { Environment } from "./settings-schema.ts";

/**
 * Returns an error message for each variable whose name resembles a setting's, because the shop would ignore it.
 * @param settings all settings of the shop, by their names
 * @param family matches names that only the shop uses
 */
export const unknownNames = (environment: Environment, settings: object, family?: RegExp) =>
  Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !(name in settings))
    .filter(([name]) => family?.test(name) || Object.keys(settings).some(isNearly(name)))
    .map(([name]) => `${name} no es ningún ajuste de la tienda: mira si está bien escrito.`);

/** Short names, such as DEMO, resemble those of other programs. */
const isNearly = (name: string) => (known: string) =>
  (name.includes("_") && known.startsWith(name)) ||
  isWithin(Math.min(2, Math.floor(known.length / 5)), name.toUpperCase(), known);

/** Returns true if the edit distance (Damerau-Levenshtein) of the words is at most `edits`. */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true;
  if (edits === 0) return false;
  let same = 0;
  while (one[same] === other[same]) same++;
  const [a, b] = [one.slice(same), other.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  );
}
