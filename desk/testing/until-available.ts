import { isUnavailable } from "../storage/database.ts";

/**
 * Repeats work while the database is unavailable: on a busy machine, locks and connections may take too long.
 * @param left the attempts that are left
 */
export const untilAvailable = <T>(work: () => Promise<T>, left = 100): Promise<T> =>
  work().catch((error) => {
    if (left > 0 && isUnavailable(error)) return untilAvailable(work, left - 1);
    throw error;
  });
