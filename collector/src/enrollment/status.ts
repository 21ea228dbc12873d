import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { productVersion } from '@rollcall/shared/version.ts'

/** Three missed heartbeats. */
const serviceActiveWithinMs = 30_000
/** Three missed runs of an agent, which runs every hour. */
const agentActiveWithinMs = 3 * 60 * 60 * 1000

type LastContact = { lastSeen: string | null; version: string }

export const serviceStatus = (service: LastContact, now: Date): AuditServiceStatus =>
  statusOf(service, now, serviceActiveWithinMs)
export const agentStatus = (agent: LastContact, now: Date): AuditServiceStatus =>
  statusOf(agent, now, agentActiveWithinMs)

function statusOf({ lastSeen, version }: LastContact, now: Date, activeWithinMs: number): AuditServiceStatus {
  if (lastSeen === null) return 'Pending'
  if (now.getTime() - Date.parse(lastSeen) > activeWithinMs) return 'Inactive'
  return version === productVersion ? 'Active' : 'Outdated'
}
