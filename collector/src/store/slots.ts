import { Slots } from '@rollcall/shared/slots.ts'

/** Maximum number of callers waiting for one store, far more than a healthy collector has. Further ones are refused. */
const waitingMax = 10_000

/** Slots for the transactions of a store. */
export const storeSlots = (count: number): Slots => new Slots(count, { name: 'the store', waitingMax })
