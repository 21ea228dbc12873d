/** Calls of one caller that are worked on at a time. */
const callsAtOnceMaxDefault = 16

export type CallerTurns = <T>(callerId: string, work: () => Promise<T>) => Promise<T>

/** Bounds the calls of one caller that are worked on at a time. Further ones wait, so a flood of one caller delays only itself. */
export function createCallerTurns(callsAtOnceMax = callsAtOnceMaxDefault): CallerTurns {
  const callers = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (callerId, work) => {
    const own = callers.get(callerId) ?? { running: 0, waiting: [] }
    callers.set(callerId, own)
    if (own.running < callsAtOnceMax) own.running += 1
    else await new Promise<void>((resolve) => own.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes to the next call, or is free.
      const next = own.waiting.shift()
      if (next) next()
      else own.running -= 1
      if (own.running === 0) callers.delete(callerId)
    }
  }
}
