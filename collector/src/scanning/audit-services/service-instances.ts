import type { ServiceInstances } from '../../store/schema/enrollment.ts'

type Instance = ServiceInstances['recent'][number]

/** Several heartbeat intervals: an instance silent for this long has ended. */
const silentAfterMs = 90_000
const recentMax = 8

/**
 * Adds a heartbeat. The processes of one service follow each other: after a restart the earlier one sends no more
 * heartbeats. If it does, both are running, on the same or another machine.
 */
export function withInstance({ recent, shared }: ServiceInstances, { id, hostname, at }: Instance): ServiceInstances {
  const alive = recent.filter((each) => msBetween(each.at, at) < silentAfterMs)
  const isBack = alive.at(-1)?.id !== id && alive.some((each) => each.id === id)
  const next = [...alive.filter((each) => each.id !== id), { id, hostname, at }].slice(-recentMax)
  if (isBack) {
    const hostnames = [...new Set(next.map((each) => each.hostname))]
    return { recent: next, shared: { since: shared?.since ?? at, lastAt: at, hostnames } }
  }
  return { recent: next, ...(shared && isShared(shared, at) ? { shared } : {}) }
}

/** Reports whether several processes alternated until just now. */
export const isShared = ({ lastAt }: { lastAt: string }, now: string): boolean => msBetween(lastAt, now) < silentAfterMs

const msBetween = (earlier: string, later: string) => Math.abs(Date.parse(later) - Date.parse(earlier))
