import { newId } from '@rollcall/shared/ids.ts'
import { groupNameOf } from '@rollcall/shared/inventory/software-name.ts'
import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../../store/schema/software.ts'
import type { Db, Tx } from '../../store/store.ts'
import { keyHashOf, sortNameOf } from './keys.ts'

type Named = { name: string; version: string; publisher?: string | undefined }

/** A name group, with the settings for new versions. */
type NameGroup = Pick<
  ReturnType<typeof softwareTables>['softwareNames']['$inferSelect'],
  'id' | 'ownGroup' | 'inScopeTagId' | 'kind'
>

/** Returns the groups of these products, in their order. A new name is added as Regular. */
export async function ensureNames(
  tx: Tx,
  siteId: string,
  products: readonly Named[],
  now: string,
): Promise<NameGroup[]> {
  const { softwareNames } = tx.tables(softwareTables)
  const wanted = products.map((product) => {
    const { name, kind } = groupNameOf(product)
    return { keyHash: keyHashOf(name.toLowerCase()), name, kind, publisher: product.publisher ?? '' }
  })
  const byKey = new Map<string, (typeof wanted)[number]>()
  for (const each of wanted) {
    const first = byKey.get(each.keyHash)
    if (!first) byKey.set(each.keyHash, each)
    else if (first.publisher === '') byKey.set(each.keyHash, { ...first, publisher: each.publisher })
  }
  const existing = await tx.rowsAmong(softwareNames, [...byKey.keys()], {
    key: 'keyHash',
    and: { siteId },
    columns: ['id', 'keyHash', 'ownGroup', 'inScopeTagId', 'kind'],
  })
  const groups = new Map<string, NameGroup>(existing.map((group) => [group.keyHash, group]))
  const added = [...byKey.values()]
    .filter((each) => !groups.has(each.keyHash))
    .map((each) => ({
      ...each,
      id: newId(),
      siteId,
      sortName: sortNameOf(each.name),
      ownGroup: 'Regular' as const,
      softwareGroup: 'Regular' as const,
      inScopeTagId: null,
      firstSeen: now,
    }))
  for (const group of added) groups.set(group.keyHash, group)
  await tx.insertRows(softwareNames, added)
  // An earlier release may have stored the name with a product.
  return wanted.map(({ keyHash, kind }) => ({ ...(groups.get(keyHash) as NameGroup), kind }))
}

/** Lists a product's own id, or a name group's id with those of all its versions. The change log uses these ids. */
export async function softwareIdsBelow(db: Db, siteId: string, softwareId: string): Promise<string[]> {
  const { softwareProducts: products } = db.tables(softwareTables)
  const versions = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.nameId, softwareId), eq(products.siteId, siteId)))
  return [softwareId, ...versions.map(({ id }) => id)]
}
