import { RecentlyUsed } from '../lib/recently-used.ts'

const sendersMax = 20_000

/** Lets one log line of each sender through in each interval, so that a hostile one fills no log. */
export function createLogRate(intervalMs: number): (senderId: string) => boolean {
  const loggedAt = new RecentlyUsed<number>(sendersMax)
  return (senderId) => {
    const now = performance.now()
    if (now - (loggedAt.get(senderId) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false
    loggedAt.set(senderId, now)
    return true
  }
}
