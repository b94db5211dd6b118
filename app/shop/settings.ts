import { judge, shopSettings } from "./settings-schema.ts";

/*
 * The settings that pages show. Browsers have no environment, and pages no other than that of their
 * build: Vite replaces this module with its values (vite.config.ts).
 */

export const { settings } = judge(shopSettings, process.env);
