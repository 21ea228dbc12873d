import type { OnCut } from './source.ts'

/**
 * Returns the items up to a limit, and reports those beyond it as missing: all that the source reads, or `reads` only.
 * No source cuts a list in another way, so that no part is taken for the whole.
 */
export function upTo<Item>(
  items: readonly Item[],
  itemsMax: number,
  what: string,
  onCut: OnCut | undefined,
  reads?: readonly string[],
): Item[] {
  if (items.length > itemsMax) onCut?.(`stopped after ${itemsMax} ${what}`, reads)
  return items.slice(0, itemsMax)
}
