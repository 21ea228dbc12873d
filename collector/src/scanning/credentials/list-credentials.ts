import type { List, Page } from '@rollcall/shared/api/common.ts'
import { type CredentialKind, type CredentialRecord, shownCredentialSchema } from '@rollcall/shared/api/credential.ts'
import { DomainError, messageOf } from '@rollcall/shared/errors.ts'
import { type Credential, credentialSchema } from '@rollcall/shared/messages/credential.ts'
import type { UnreadableCredential } from '@rollcall/shared/messages/task.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Context, SystemContext } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { credentialTables } from '../../store/schema/scanning.ts'
import { alphabetical, among } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'

type Row = ReturnType<typeof credentialTables>['credentials']['$inferSelect']
type Vault = Pick<SystemContext, 'vault'>

/** Lists the credentials of the site without their secrets, by name, then id. */
export async function listCredentials(ctx: Context, page: Page): Promise<List<CredentialRecord>> {
  return ctx.store.read(async (db) => {
    const { credentials } = db.tables(credentialTables)
    const where = eq(credentials.siteId, ctx.siteId)
    const rows = db.select().from(credentials).where(where).orderBy(alphabetical(credentials.name), asc(credentials.id))
    const { items, total } = await readPage(rows, db.$count(credentials, where), page)
    return { items: items.map((row) => toRecord(ctx, row)), total }
  })
}

export async function getCredential(ctx: Context, id: string): Promise<CredentialRecord> {
  return ctx.store.read(async (db) => toRecord(ctx, await requireCredential(db, ctx.siteId, id)))
}

/** Returns the row of a credential of the site; throws `not_found` if there is none. */
export async function requireCredential(db: Db, siteId: string, id: string): Promise<Row> {
  const { credentials } = db.tables(credentialTables)
  const [credential] = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.id, id), eq(credentials.siteId, siteId)))
  if (!credential) throw new DomainError('not_found', 'No credential has this id on this site.')
  return credential
}

/** Converts a row to the API form, without its secrets. */
export function toRecord(ctx: Vault, { id, name, kind, createdAt, modifiedAt, sealed }: Row): CredentialRecord {
  return { id, name, kind, createdAt, modifiedAt, ...shownCredentialSchema.parse(openCredential(ctx, id, sealed)) }
}

/** Returns the names of those `ids` that are credentials of the site. */
export async function namesOfCredentials(db: Db, siteId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { credentials } = db.tables(credentialTables)
  const rows = await db
    .select({ id: credentials.id, name: credentials.name })
    .from(credentials)
    .where(and(eq(credentials.siteId, siteId), among(credentials.id, [...new Set(ids)])))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the kinds of those `ids` that are credentials of the site. */
export async function kindsOfCredentials(
  db: Db,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, CredentialKind>> {
  if (ids.length === 0) return new Map()
  const { credentials } = db.tables(credentialTables)
  const rows = await db
    .select({ id: credentials.id, kind: credentials.kind })
    .from(credentials)
    .where(and(eq(credentials.siteId, siteId), inArray(credentials.id, [...ids])))
  return new Map(rows.map((row) => [row.id, row.kind]))
}

type Opened = { credentials: Credential[]; unreadable: UnreadableCredential[] }

/**
 * Opens credentials in the order of `ids`, to seal them into a task. A deleted credential is left out, and one that
 * cannot be decrypted is named, so that the others still serve.
 */
export async function openCredentials(ctx: SystemContext, ids: readonly string[]): Promise<Opened> {
  const opened: Opened = { credentials: [], unreadable: [] }
  if (ids.length === 0) return opened
  const rows = await ctx.store.read((db) => {
    const { credentials } = db.tables(credentialTables)
    return db
      .select()
      .from(credentials)
      .where(inArray(credentials.id, [...ids]))
  })
  for (const id of ids) {
    const row = rows.find((candidate) => candidate.id === id)
    if (!row) continue
    try {
      opened.credentials.push(credentialSchema.parse({ ...openCredential(ctx, id, row.sealed), id }))
    } catch (error) {
      // A message of the schema could quote a secret.
      const reason = error instanceof z.ZodError ? 'its stored form is not valid' : messageOf(error)
      ctx.log.error({ credentialId: id, name: row.name, reason }, 'credential: cannot be decrypted')
      opened.unreadable.push({ id, kind: row.kind })
    }
  }
  return opened
}

/** Opens a credential, including its secrets. */
export function openCredential(ctx: Vault, id: string, sealed: Uint8Array): object {
  return JSON.parse(ctx.vault.openText(sealed, sealContext(id))) as object
}

/** Binds a sealed credential to its row, so that it cannot be moved to another row. */
export const sealContext = (credentialId: string): string => `credential:${credentialId}`
