import { isPlaceholder } from '@rollcall/shared/inventory/junk-serial.ts'

/** Placeholders in addition to those for missing serial numbers. */
const emptyText = /^(?:n\/?a|undefined|not (?:set|applicable)|[-.?0x ]+|empty|default|to be filled.*|<.*>)$/i

/** Returns true for a text that agents write for a missing value. */
export const isEmptyText = (text: string): boolean => emptyText.test(text) || isPlaceholder(text)
