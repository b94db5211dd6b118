/** How long an order takes at least, in milliseconds (spec §9): longer than a double press. */
const processingDelay = 2000;

export function processing(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, processingDelay));
}
