import { createLru } from '../lib/cache.ts'

const sendersMax = 20_000

/** Limits log messages to one for each sender and interval, so that a hostile sender cannot fill the log. */
export function createLogRate(intervalMs: number): (senderId: string) => boolean {
  const loggedAt = createLru<number>(sendersMax)
  return (senderId) => {
    const now = performance.now()
    if (now - (loggedAt.get(senderId) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false
    loggedAt.set(senderId, now)
    return true
  }
}
