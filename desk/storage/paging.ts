interface Cursor {
  /** In ms. */
  time: number;
  id: string;
}

/** Reads the time and the id of the row that a page continues after; undefined for the first page. */
export function readCursor(cursor = ""): Cursor | undefined {
  const [, time, id = ""] = /^(\d{1,15})~(\w*)$/.exec(cursor) ?? [];
  return time === undefined ? undefined : { time: Number(time), id };
}

/**
 * A page of rows, and the cursor of the next page.
 * @param found the rows of the page and, if there are more, the row after them
 */
export function pageOf<Row extends { id: string }>(
  found: Row[],
  size: number,
  timeOf: (row: Row) => number,
): { page: Row[]; next: string | undefined } {
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  return { page, next: last && `${timeOf(last)}~${last.id}` };
}
