import editDistance from "damerau-levenshtein";
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
  editDistance(name.toUpperCase(), known).steps <= Math.min(2, Math.floor(known.length / 5));
