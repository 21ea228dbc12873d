import { DomainError } from '@rollcall/shared/errors.ts'
import type { JoinKind } from '@rollcall/shared/messages/join-kind.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Uses a join token once, or throws `join_refused`. The answer is the same for an unknown, used up or expired token and
 * one of another kind.
 */
export async function spendJoinToken(
  tx: Tx,
  { secret, kind, now }: { secret: string; kind: JoinKind; now: string },
): Promise<{
  siteId: string
  tag: string | null
  auditServiceId: string | null
  agentId: string | null
  createdBy: string
}> {
  const { joinTokens } = tx.tables(enrollmentTables)
  const [spent] = await tx
    .update(joinTokens)
    .set({ usesLeft: sql`${joinTokens.usesLeft} - 1` })
    .where(
      and(
        eq(joinTokens.secretHash, hashSecret(secret)),
        eq(joinTokens.kind, kind),
        gt(joinTokens.usesLeft, 0),
        gt(joinTokens.expiresAt, now),
      ),
    )
    .returning({
      siteId: joinTokens.siteId,
      tag: joinTokens.tag,
      auditServiceId: joinTokens.auditServiceId,
      agentId: joinTokens.agentId,
      createdBy: joinTokens.createdBy,
    })
  if (!spent) {
    throw new DomainError(
      'join_refused',
      `This join token is unknown, used up, expired or of another kind. Create a new one with "rollcall join-token create --for ${kind}".`,
    )
  }
  return spent
}
