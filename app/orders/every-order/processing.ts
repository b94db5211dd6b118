/** The minimum duration of an order, in ms (spec §4). It is longer than a double click. */
const processingDelay = 2000;

export function processing(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, processingDelay));
}
