import type { AgentStatus } from '@rollcall/shared/api/agent.ts'
import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { type AgentSchedule, periodsOf } from '@rollcall/shared/messages/agent-schedule.ts'
import { productVersion } from '@rollcall/shared/version.ts'

/** Three missed heartbeats. */
const serviceActiveWithinMs = 30_000
/** Three missed snapshots of an agent. */
export const agentActiveWithinMs = (schedule: AgentSchedule): number => 3 * periodsOf(schedule).intervalMs

type LastContact = { lastSeen: string | null; version: string }

export const serviceStatus = (service: LastContact, now: Date): AuditServiceStatus =>
  statusOf(service, now, serviceActiveWithinMs)
export const agentStatus = (
  agent: LastContact & { replacedBy: string | null },
  schedule: AgentSchedule,
  now: Date,
): AgentStatus => (agent.replacedBy !== null ? 'Replaced' : statusOf(agent, now, agentActiveWithinMs(schedule)))

/** Reports whether a version is older than that of the collector. A newer one is no upgrade behind. */
export const isOutdated = (version: string): boolean => compareVersions(version, productVersion) < 0

function statusOf({ lastSeen, version }: LastContact, now: Date, activeWithinMs: number): AuditServiceStatus {
  if (lastSeen === null) return 'Pending'
  if (now.getTime() - Date.parse(lastSeen) > activeWithinMs) return 'Inactive'
  return isOutdated(version) ? 'Outdated' : 'Active'
}
