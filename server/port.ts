/** The port that PORT names; undefined if it is no whole number from 0 to 65535. */
export const readPort = (value: string): number | undefined =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;
