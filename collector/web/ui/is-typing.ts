/** Returns whether a key belongs to an input, or to an open menu or dialog. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [role=menu], [role=dialog]') !== null
