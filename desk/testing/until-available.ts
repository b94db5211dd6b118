import { isUnavailable } from "../storage/database.ts";

/** Repeats work while the database is unavailable: on a busy machine, locks and connections may take too long. */
export const untilAvailable = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    if (isUnavailable(error)) return untilAvailable(work);
    throw error;
  });
