/** The middle one, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (
    ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
  );
}

/** The median of what each run says under one name. */
export function medianOf<Name extends string>(runs: Record<Name, number>[], name: Name): number {
  return median(runs.map((run) => run[name]));
}
