import { Slots } from '@rollcall/shared/slots.ts'

/** Calls of one caller that run at the same time. */
const callsAtOnceMaxDefault = 16

type CallerTurns = <T>(callerId: string, work: () => Promise<T>) => Promise<T>

/**
 * Bounds the calls of one caller that run at the same time. Further calls wait, so that a flood delays only its own
 * caller.
 */
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
