/** Validates the settings before the build: prints a sentence for each error, and stops. */
import { reportErrors } from "./report-errors.ts";
import { errorsOf } from "./settings-errors.ts";
import { simulatedOrders } from "./simulated-orders.ts";

const { errors, warnings } = simulatedOrders(process.env);
for (const warning of warnings) console.warn(warning);
reportErrors([...errorsOf(process.env), ...errors]);
