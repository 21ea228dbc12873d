import { Slots } from '@rollcall/shared/slots.ts'

/** Callers waiting for one store before it refuses more: far beyond what a healthy collector ever has. */
const waitingMax = 10_000

/** Slots for the transactions of a store. */
export const storeSlots = (count: number): Slots => new Slots(count, { name: 'the store', waitingMax })
