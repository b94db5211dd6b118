import { shopSettings, validateSettings } from "./settings-schema.ts";

/*
 * The settings that pages show. Browsers have no environment variables, so Vite replaces this module with
 * its values at build time (vite.config.ts).
 */

export const { settings } = validateSettings(shopSettings, process.env);
