import { DomainError } from '@rollcall/shared/errors.ts'
import { compareVersions } from '@rollcall/shared/inventory/version-order.ts'
import { and, asc, eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'

/** The record behind an id of the catalog: a product (a name and a version), or a name with all its versions. */
export type Subject = Awaited<ReturnType<typeof findSubject>> & object

async function findSubject(db: Db, siteId: string, id: string) {
  const { softwareNames, softwareProducts } = db.tables(softwareTables)
  const [product] = await db
    .select()
    .from(softwareProducts)
    .where(and(eq(softwareProducts.id, id), eq(softwareProducts.siteId, siteId)))
  if (product) return { kind: 'product' as const, nameId: product.nameId, record: product }
  const [name] = await db
    .select()
    .from(softwareNames)
    .where(and(eq(softwareNames.id, id), eq(softwareNames.siteId, siteId)))
  return name && { kind: 'name' as const, nameId: name.id, record: name }
}

export async function requireSubject(db: Db, siteId: string, id: string): Promise<Subject> {
  const subject = await findSubject(db, siteId, id)
  if (!subject) throw new DomainError('not_found', 'No software product has this id on this site.')
  return subject
}

/**
 * Lists a name's versions with their counts: oldest first, in the version order of their source, then by name and id.
 */
export async function versionsOf(db: Db, nameId: string) {
  const { softwareProducts: products, softwareCounts: counts } = db.tables(softwareTables)
  const { id, number, name, version, source, softwareGroup, inScopeTagId, firstSeen } = products
  const { installations, changedAt } = counts
  const rows = await db
    .select({ id, number, name, version, source, softwareGroup, inScopeTagId, firstSeen, installations, changedAt })
    .from(products)
    .leftJoin(counts, eq(counts.product, number))
    .where(eq(products.nameId, nameId))
    .orderBy(asc(version), asc(name), asc(id))
  const [only, ...others] = new Set(rows.map((row) => row.source))
  return rows
    .map((row) => ({ ...row, installations: row.installations ?? 0 }))
    .sort((a, b) => compareVersions(a.version, b.version, others.length > 0 ? undefined : only))
}
