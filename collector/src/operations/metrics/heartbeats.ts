import type { Heartbeat } from '@rollcall/shared/messages/enrollment.ts'
import { createLru } from '../../lib/cache.ts'

/** Heartbeats are sent every ten seconds. Of several collectors, each receives some of them. */
const freshMs = 120_000
const servicesMax = 20_000

/** The numbers of a heartbeat: a whole one can have 64 KiB. */
type ReportedLoad = { spoolBytes: number; spoolBytesMax: number | undefined; runningTasks: number }

/** Load of each Audit Service, as of the last heartbeat that this collector received. */
export type HeartbeatCache = {
  add(serviceId: string, heartbeat: Heartbeat): void
  /** Returns the load that a heartbeat of the last two minutes reported. */
  find(serviceId: string): ReportedLoad | undefined
}

export function createHeartbeatCache(): HeartbeatCache {
  const last = createLru<ReportedLoad & { at: number }>(servicesMax)
  return {
    add: (serviceId, { spoolBytes, spoolBytesMax, runningTasks }) =>
      last.set(serviceId, { at: performance.now(), spoolBytes, spoolBytesMax, runningTasks: runningTasks.length }),
    find(serviceId) {
      const found = last.get(serviceId)
      return found && performance.now() - found.at < freshMs ? found : undefined
    },
  }
}
