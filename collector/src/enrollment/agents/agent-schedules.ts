import type { SettingsOfAgents } from '@rollcall/shared/messages/agent-settings.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { LRUCache } from 'lru-cache'
import type { SystemContext } from '../../lib/context.ts'
import { siteSettings } from '../../sites/settings.ts'
import type { Db } from '../../store/store.ts'

/** Time after which a change at another collector is in each answer to an agent. */
const readEveryMs = 5_000
const sitesMax = 1_000

export type AgentSchedules = {
  /** Returns the schedule of a site's agents. Read at most every five seconds, since each delivery is answered with it. */
  of(siteId: string): Promise<SettingsOfAgents>
  /** Makes a change count at once. */
  forget(siteId: string): void
}

export function createAgentSchedules({ store }: Pick<SystemContext, 'store'>): AgentSchedules {
  const schedules = new LRUCache<string, Promise<SettingsOfAgents>>({ max: sitesMax, ttl: readEveryMs })
  return {
    of(siteId) {
      const found = schedules.get(siteId)
      if (found) return found
      const read = store.read((db) => agentScheduleOf(db, siteId))
      schedules.set(siteId, read)
      read.catch(() => schedules.delete(siteId))
      return read
    },
    forget: (siteId) => void schedules.delete(siteId),
  }
}

/** Reads the schedule of a site's agents. Values that were not set are absent. */
export async function agentScheduleOf(db: Db, siteId: string): Promise<SettingsOfAgents> {
  const { intervalMinutes, jitterMinutes, leaveOut } = (await siteSettings(db, siteId)).agents
  return optional({
    intervalMinutes: intervalMinutes ?? undefined,
    jitterMinutes: jitterMinutes ?? undefined,
    leaveOut: leaveOut ?? undefined,
  })
}
