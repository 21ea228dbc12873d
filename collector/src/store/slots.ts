import { Slots } from '@rollcall/shared/slots.ts'

/** Maximum of callers waiting for one store, far beyond the number on a healthy collector. Further ones are refused. */
const waitingMax = 10_000

/** Slots for the transactions of a store. */
export const storeSlots = (count: number): Slots => new Slots(count, { name: 'the store', waitingMax })
