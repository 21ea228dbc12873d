import { isFiller } from '@rollcall/shared/inventory/junk/fillers.ts'

/** Returns true for a text that agents write for a missing value. Those of SNMP also write 0, 1 and 0x00. */
export const isEmptyText = (text: string): boolean => isFiller(text) || /^(?:[-.?0x ]+|1)$/i.test(text)
