/** Validates the settings before the build: prints a sentence for each error, and stops. */
import { reportErrors } from "./report-errors.ts";
import { errorsOf } from "./settings-errors.ts";

reportErrors(errorsOf(process.env));
