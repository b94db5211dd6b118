import { settings } from "../app/shop/settings.ts";

/** Prints what is wrong with the settings, which fails the process, or that the shop has no address yet. */
export function reportErrors(errors: string[]): void {
  for (const error of new Set(errors)) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else if (!process.env.SITE_URL?.trim()) {
    console.warn(
      `SITE_URL no está puesto: los buscadores y las aplicaciones de mensajes verán la dirección ${settings.SITE_URL}.`,
    );
  }
}
