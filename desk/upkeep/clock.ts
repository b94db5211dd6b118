import { day, hour, minute } from "../../app/desk/shop/time.ts";

/** Evidence for and against this machine's clock. All in ms. */
export interface Clock {
  /** The current time by that clock. */
  wall: number;
  /** How long the clock has run since it was last set, by the monotonic clock. */
  steadyFor: number;
  /** The time of the last cleaning, by whatever clock that was. */
  lastCleaning?: number | undefined;
  /** The time of the newest event; undefined if there is none. */
  newestEvent?: number | undefined;
  /** When the shop was built. The time can't be earlier. */
  builtAt: number;
}

/**
 * Returns whether the clock may decide which data is old enough to be deleted: deletion can't be
 * undone. The clock has to run for an hour, or for a whole day if its time is far from that of the
 * last cleaning.
 * @returns undefined if it may, or else the reason to log; empty while the clock only has to run longer
 */
export function reasonToDistrust({ wall, steadyFor, lastCleaning, newestEvent, builtAt }: Clock) {
  if (wall < builtAt) return "el reloj marca una hora anterior a la construcción de la tienda";
  if (steadyFor >= day) return undefined;
  if (newestEvent !== undefined && wall < newestEvent) {
    return "el reloj marca una hora anterior al último pedido";
  }
  // A shop without events has nothing to delete.
  const before = lastCleaning ?? (newestEvent === undefined ? wall : 0);
  if (wall < before || wall - before > day) {
    return lastCleaning === undefined
      ? ""
      : "el reloj marca una hora muy alejada de la última limpieza";
  }
  return steadyFor >= hour ? undefined : "";
}

/** The largest correction of the clock that does not count as setting it. */
const tolerance = minute;

/** Detects when the clock was set, by comparing it with the monotonic clock. */
export function timeSinceClockSet(wall: () => number, running = () => performance.now()) {
  let start = { wall: wall(), running: running() };
  return () => {
    const now = { wall: wall(), running: running() };
    const jump = now.wall - start.wall - (now.running - start.running);
    if (Math.abs(jump) > tolerance) start = now;
    return { steadyFor: now.running - start.running, jump: start === now ? jump : 0 };
  };
}
