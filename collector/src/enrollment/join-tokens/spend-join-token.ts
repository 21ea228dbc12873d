import { DomainError } from '@rollcall/shared/errors.ts'
import type { JoinKind } from '@rollcall/shared/messages/join-kind.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import { hashSecret } from '../../access/secrets/hash-secret.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Secret of a join token, with what it is to be used for, and when. */
type Use = { secret: string; kind: JoinKind; now: string }

/**
 * Uses a join token once, or throws `join_refused`. The answer is the same for an unknown, used up or expired token and
 * one of another kind.
 */
export async function spendJoinToken(
  tx: Tx,
  use: Use,
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
    .where(isUsable(tx, use))
    .returning({
      siteId: joinTokens.siteId,
      tag: joinTokens.tag,
      auditServiceId: joinTokens.auditServiceId,
      agentId: joinTokens.agentId,
      createdBy: joinTokens.createdBy,
    })
  if (!spent) throw refused(use)
  return spent
}

/** Throws `join_refused` unless a join token could be used now. */
export async function checkJoinToken(db: Db, use: Use): Promise<void> {
  if ((await db.$count(db.tables(enrollmentTables).joinTokens, isUsable(db, use))) === 0) throw refused(use)
}

function isUsable(db: Db, { secret, kind, now }: Use) {
  const { joinTokens } = db.tables(enrollmentTables)
  return and(
    eq(joinTokens.secretHash, hashSecret(secret)),
    eq(joinTokens.kind, kind),
    gt(joinTokens.usesLeft, 0),
    gt(joinTokens.expiresAt, now),
  )
}

const refused = ({ kind }: Use): DomainError =>
  new DomainError(
    'join_refused',
    `This join token is unknown, used up, expired or of another kind. Create a new one with "rollcall join-token create --for ${kind}".`,
  )
