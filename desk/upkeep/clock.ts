import { day, hour, minute } from "../context.ts";

/** What speaks for the clock of this machine and against it. All in ms. */
export interface Clock {
  /** What it shows. */
  wall: number;
  /** How long it has run since it was last set: as fast as time does. */
  steadyFor: number;
  /** When orders were last expired and forgotten, by whatever clock that was. */
  lastCleaning?: number | undefined;
  /** When the newest thing happened, and whether there is anything at all. */
  newestEvent?: number | undefined;
  /** When the shop was built: before that it can't be. */
  builtAt: number;
}

/**
 * Whether the clock may decide what is old enough to be forgotten: one that is ahead for a minute would
 * erase what can't be brought back. It has to run an hour, and a whole day where it shows a time far from
 * that of the last cleaning.
 * @returns why not; empty while it only has to run on for an hour
 */
export function doubtsOf({ wall, steadyFor, lastCleaning, newestEvent, builtAt }: Clock) {
  if (wall < builtAt) return "the clock shows a time before the shop was built";
  if (steadyFor >= day) return undefined;
  if (newestEvent !== undefined && wall < newestEvent) {
    return "the clock shows a time before the newest order";
  }
  // A shop that nothing has happened in has nothing to lose.
  const before = lastCleaning ?? (newestEvent === undefined ? wall : 0);
  if (wall < before || wall - before > day) {
    return lastCleaning === undefined ? "" : "the clock shows a time far from the last cleaning";
  }
  return steadyFor >= hour ? undefined : "";
}

/** The clock may be corrected by so much at a time. */
const tolerance = minute;

/** Tells since when the clock has not been set: a clock that only ever runs on is compared with it. */
export function steadiness(wall: () => number, running = () => performance.now()) {
  let start = { wall: wall(), running: running() };
  return () => {
    const now = { wall: wall(), running: running() };
    const jump = now.wall - start.wall - (now.running - start.running);
    if (Math.abs(jump) > tolerance) start = now;
    return { steadyFor: now.running - start.running, jump: start === now ? jump : 0 };
  };
}
