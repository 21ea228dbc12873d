import type { HostAudit } from '@rollcall/shared/api/host-audit.ts'
import { describeAttempt, describeAudit } from '@rollcall/shared/audit-reasons.ts'
import { auditReasons, type HostAudit as StoredAudit } from '@rollcall/shared/messages/host-audit.ts'
import type { Db } from '../../store/store.ts'
import { namesOfCredentials } from '../credentials/list-credentials.ts'

/** A stored outcome. It has no attempts if nothing was tried. */
type Stored = Pick<StoredAudit, 'reason'> & { attempts: StoredAudit['attempts'] | null }

/** Returns a function that converts stored outcomes of hosts to the API form, with the names of their credentials. */
export async function describeAudits(
  db: Db,
  siteId: string,
  audits: readonly Stored[],
): Promise<(audit: Stored) => HostAudit> {
  const ids = audits.flatMap(({ attempts }) => attempts?.flatMap(({ credentialId }) => credentialId ?? []) ?? [])
  const names = await namesOfCredentials(db, siteId, ids)
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : names.get(id))
  return ({ reason, attempts }) => ({
    state: auditReasons[reason],
    reason,
    text: describeAudit({ reason, attempts: attempts ?? [] }, nameOf),
    attempts: (attempts ?? []).map((attempt) => ({
      protocol: attempt.protocol,
      port: attempt.port ?? null,
      credentialId: attempt.credentialId ?? null,
      credentialName: nameOf(attempt.credentialId) ?? null,
      user: attempt.user ?? null,
      reason: attempt.reason,
      text: describeAttempt(attempt, nameOf(attempt.credentialId)),
      since: attempt.since ?? null,
      used: attempt.used ?? null,
      limit: attempt.limit ?? null,
    })),
  })
}
