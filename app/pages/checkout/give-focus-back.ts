/**
 * Returns the focus to a button that was disabled, unless another control has it. Does not scroll, because
 * the shopper may have scrolled on.
 */
export function giveFocusBack(button: HTMLElement | null): void {
  if (document.activeElement?.matches("a, button, input, select")) return;
  button?.focus({ preventScroll: true });
}
