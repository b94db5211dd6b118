/** A seeded random generator, so that a failure can be repeated (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const chance = (share: number) => random() < share;
  const one = <T>(of: readonly T[]) => of[below(of.length)] as T;
  return { below, chance, one };
}
