import { settings } from "../app/shop/settings.ts";

/** Prints the errors and fails the process. Without errors, warns if the shop has no address yet. */
export function reportErrors(errors: string[]): void {
  for (const error of new Set(errors)) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else if (!process.env.SITE_URL?.trim()) {
    console.warn(
      `SITE_URL no está puesto: los buscadores y las aplicaciones de mensajes verán la dirección ${settings.SITE_URL}.`,
    );
  }
}
