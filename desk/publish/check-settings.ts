/** Validates the settings before the build: prints a sentence for each error, and stops. */
import { reportErrors } from "../../publish/report-errors.ts";
import { errorsOf as boutiqueErrors } from "../../publish/settings-errors.ts";
import { errorsOf, noticeErrors } from "./settings-errors.ts";

reportErrors([
  ...boutiqueErrors(process.env),
  ...errorsOf(process.env),
  ...(await noticeErrors(process.env)),
]);
