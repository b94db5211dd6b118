/**
 * For a button that was disabled meanwhile: it takes the focus back unless another control has it. The
 * shopper may have scrolled on, and stays there.
 */
export function giveFocusBack(button: HTMLElement | null): void {
  if (document.activeElement?.matches("a, button, input, select")) return;
  button?.focus({ preventScroll: true });
}
