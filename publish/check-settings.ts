/** Validates the settings before the build: prints a sentence for each fault, and stops. */
import { settings } from "../app/shop/settings.ts";
import { loadDesk } from "./desk.ts";
import { faultsOf } from "./settings-faults.ts";

const desk = await loadDesk();
const faults = new Set(faultsOf(process.env));
// Both tell of a name that is nearly one of the boutique's.
for (const fault of (await desk?.faultsOf(process.env)) ?? []) faults.add(fault);
for (const fault of faults) console.error(fault);
if (faults.size > 0) process.exitCode = 1;
else if (!process.env.SITE_URL?.trim()) {
  console.warn(
    `SITE_URL no está puesto: los buscadores y las aplicaciones de mensajes verán la dirección ${settings.SITE_URL}.`,
  );
}
