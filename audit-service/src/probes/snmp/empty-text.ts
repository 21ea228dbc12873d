import { isPlaceholder } from '@rollcall/shared/inventory/junk-serial.ts'

/** Beside what stands where no serial number was ever written. */
const emptyText = /^(?:n\/?a|undefined|not (?:set|applicable)|[-.?0x ]+|empty|default|to be filled.*|<.*>)$/i

/** What agents write where they have nothing to say. */
export const isEmptyText = (text: string): boolean => emptyText.test(text) || isPlaceholder(text)
