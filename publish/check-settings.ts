/** Validates the settings before the build: prints a sentence for each error, and stops. */
import { settings } from "../app/shop/settings.ts";
import { loadDesk } from "./desk.ts";
import { errorsOf } from "./settings-errors.ts";

const desk = await loadDesk();
const errors = new Set(errorsOf(process.env));
// Both report a misspelt boutique setting; the Set drops the duplicate.
for (const error of (await desk?.errorsOf(process.env)) ?? []) errors.add(error);
for (const error of errors) console.error(error);
if (errors.size > 0) process.exitCode = 1;
else if (!process.env.SITE_URL?.trim()) {
  console.warn(
    `SITE_URL no está puesto: los buscadores y las aplicaciones de mensajes verán la dirección ${settings.SITE_URL}.`,
  );
}
