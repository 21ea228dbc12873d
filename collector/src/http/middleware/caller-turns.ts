import { Slots } from '@rollcall/shared/slots.ts'

/** Calls of one caller that are worked on at a time. */
const callsAtOnceMaxDefault = 16

export type CallerTurns = <T>(callerId: string, work: () => Promise<T>) => Promise<T>

/** Bounds the calls of one caller that are worked on at a time. Further ones wait, so a flood of one caller delays only itself. */
export function createCallerTurns(callsAtOnceMax = callsAtOnceMaxDefault): CallerTurns {
  const callers = new Map<string, Slots>()
  return async (callerId, work) => {
    const own = callers.get(callerId) ?? new Slots(callsAtOnceMax)
    callers.set(callerId, own)
    try {
      return await own.use(work)
    } finally {
      if (!own.isUsed) callers.delete(callerId)
    }
  }
}
