import type { Heartbeat } from '@rollcall/shared/messages/enrollment.ts'
import { RecentlyUsed } from '../../lib/recently-used.ts'

/** Heartbeats are sent every ten seconds. Of several collectors, each receives some of them. */
const freshMs = 120_000
const servicesMax = 20_000

/** Last heartbeat of each Audit Service that this collector received. */
export type HeartbeatCache = {
  add(serviceId: string, heartbeat: Heartbeat): void
  /** Returns a heartbeat of the last two minutes. */
  find(serviceId: string): Heartbeat | undefined
}

export function createHeartbeatCache(): HeartbeatCache {
  const last = new RecentlyUsed<{ at: number; heartbeat: Heartbeat }>(servicesMax)
  return {
    add: (serviceId, heartbeat) => last.set(serviceId, { at: performance.now(), heartbeat }),
    find(serviceId) {
      const found = last.get(serviceId)
      return found && performance.now() - found.at < freshMs ? found.heartbeat : undefined
    },
  }
}
