import { LimitError } from './host.ts'

/**
 * Returns a function that runs work with at most `atOnceMax` in progress; the rest waits for its turn. If none in
 * progress ends for `stuckMs`, those that wait are rejected, and later ones at once, until one ends.
 */
export function slots(atOnceMax: number, stuckMs = 5_000): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: { resolve(): void; reject(error: Error): void }[] = []
  let [running, isStuck] = [0, false]
  const stuck = () => new LimitError(`not read, since earlier reads have not ended for ${stuckMs} ms`)
  const watch = setTimeout(() => {
    isStuck = running === atOnceMax
    if (isStuck) for (const { reject } of waiting.splice(0)) reject(stuck())
  }, stuckMs).unref()
  const end = () => {
    isStuck = false
    const next = waiting.shift()
    if (!next) {
      running -= 1
      return
    }
    watch.refresh()
    next.resolve()
  }
  return async (work) => {
    if (isStuck) throw stuck()
    if (running === atOnceMax) await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }))
    else if (++running === atOnceMax) watch.refresh()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
