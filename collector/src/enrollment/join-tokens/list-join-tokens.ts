import type { List } from '@rollcall/shared/api/common.ts'
import type { JoinTokenListItem, JoinTokenQuery } from '@rollcall/shared/api/join-token.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Db } from '../../store/store.ts'

/** Lists the site's join tokens that have not expired, newest first, then by id. Their text is never shown again. */
export async function listJoinTokens(ctx: Context, query: JoinTokenQuery): Promise<List<JoinTokenListItem>> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => {
    const { joinTokens } = db.tables(enrollmentTables)
    const where = and(current(db, ctx), query.for && eq(joinTokens.kind, query.for))
    const rows = db
      .select(shown(db))
      .from(joinTokens)
      .where(where)
      .orderBy(desc(joinTokens.createdAt), desc(joinTokens.id))
    return readPage(rows, db.$count(joinTokens, where), query)
  })
}

export async function getJoinToken(ctx: Context, id: string): Promise<JoinTokenListItem> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => requireJoinToken(db, ctx, id))
}

/** Returns a join token of the site; throws `not_found` if there is none or it has expired. */
export async function requireJoinToken(db: Db, ctx: Context, id: string): Promise<JoinTokenListItem> {
  const { joinTokens } = db.tables(enrollmentTables)
  const [token] = await db
    .select(shown(db))
    .from(joinTokens)
    .where(and(current(db, ctx), eq(joinTokens.id, id)))
  if (!token) throw new DomainError('not_found', 'No join token has this id on this site.')
  return token
}

function current(db: Db, ctx: Context) {
  const { joinTokens } = db.tables(enrollmentTables)
  return and(eq(joinTokens.siteId, ctx.siteId), gt(joinTokens.expiresAt, nowOf(ctx)))
}

/** Selects all columns but the hash of the secret. */
function shown(db: Db) {
  const { joinTokens } = db.tables(enrollmentTables)
  return {
    id: joinTokens.id,
    for: joinTokens.kind,
    siteId: joinTokens.siteId,
    usesLeft: joinTokens.usesLeft,
    expiresAt: joinTokens.expiresAt,
    tag: joinTokens.tag,
    auditServiceId: joinTokens.auditServiceId,
    agentId: joinTokens.agentId,
    createdAt: joinTokens.createdAt,
    createdBy: joinTokens.createdBy,
  }
}
