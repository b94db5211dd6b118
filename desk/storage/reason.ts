/**
 * Why something failed, in one line. A host with several addresses fails with an AggregateError,
 * whose own message is empty.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(reasonOf))].join("; ");
  }
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  return (message || code || error.name).replace(/\s+/g, " ");
}
