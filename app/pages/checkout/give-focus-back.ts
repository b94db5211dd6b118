/** For a button that was disabled meanwhile: it takes the focus back unless another control has it. */
export function giveFocusBack(button: HTMLElement | null): void {
  if (!document.activeElement?.matches("a, button, input, select")) button?.focus();
}
