import { counted } from '@rollcall/shared/counted.ts'
import type { OnCut } from '../source.ts'

/**
 * Reports entries of a package database that name no package. Package managers write none, so that each was a package
 * before its bytes were damaged, as on a dying disk or after a crash.
 */
export function reportDamaged(entries: number, onCut: OnCut | undefined): void {
  if (entries > 0) onCut?.(`left out ${counted(entries, 'damaged entry', 'damaged entries')}`)
}

/** Returns the entries of a text database, which empty lines separate. */
export const entriesOf = (text: string): string[] => text.split(/\n\n+/).filter((entry) => entry.trim() !== '')
