import type { List, Page } from '@rollcall/shared/api/common.ts'
import { type CredentialKind, type CredentialRecord, snmpCredentialKinds } from '@rollcall/shared/api/credential.ts'
import { type SnmpCredential, snmpCredentialSchema } from '@rollcall/shared/messages/credential.ts'
import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Context, SystemContext } from '../context.ts'
import { credentialTables } from '../store/schema/credentials.ts'
import { sealContext } from './seal-context.ts'

/** The credentials of the site without their secrets, by name, then id. */
export async function listCredentials(ctx: Context, page: Page): Promise<List<CredentialRecord>> {
  return ctx.store.read(async (db) => {
    const { credentials } = db.tables(credentialTables)
    const where = eq(credentials.siteId, ctx.siteId)
    const [total] = await db.select({ n: count() }).from(credentials).where(where)
    const items = await db
      .select({ id: credentials.id, name: credentials.name, kind: credentials.kind, createdAt: credentials.createdAt })
      .from(credentials)
      .where(where)
      .orderBy(asc(credentials.name), asc(credentials.id))
      .limit(page.limit)
      .offset(page.offset)
    return { items, total: total?.n ?? 0 }
  })
}

/** Those of `ids` that are credentials of the site, with their kinds. */
export async function kindsOfCredentials(ctx: Context, ids: readonly string[]): Promise<Map<string, CredentialKind>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.store.read((db) => {
    const { credentials } = db.tables(credentialTables)
    return db
      .select({ id: credentials.id, kind: credentials.kind })
      .from(credentials)
      .where(and(eq(credentials.siteId, ctx.siteId), inArray(credentials.id, [...ids])))
  })
  return new Map(rows.map((row) => [row.id, row.kind]))
}

/**
 * The opened SNMP credentials in the order of `ids`, for sealing into a task: a scan uses no other kind, so no other
 * leaves the store. One that was deleted since is left out.
 */
export async function openCredentials(ctx: SystemContext, ids: readonly string[]): Promise<SnmpCredential[]> {
  if (ids.length === 0) return []
  const rows = await ctx.store.read((db) => {
    const { credentials } = db.tables(credentialTables)
    return db
      .select()
      .from(credentials)
      .where(and(inArray(credentials.id, [...ids]), inArray(credentials.kind, [...snmpCredentialKinds])))
  })
  return ids.flatMap((id) => {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) return []
    const json: unknown = JSON.parse(Buffer.from(ctx.vault.open(row.sealed, sealContext(id))).toString('utf8'))
    return [snmpCredentialSchema.parse({ ...(json as object), id })]
  })
}
