import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { productVersion } from '@rollcall/shared/version.ts'

/** Three heartbeats missed: no longer there. */
const serviceActiveWithinMs = 30_000
/** An agent runs every hour; three runs missed. */
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
