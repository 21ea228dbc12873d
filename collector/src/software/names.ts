import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { softwareTables } from '../store/schema/software.ts'
import { among, insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { keyHashOf, sortNameOf } from './keys.ts'
import type { Product } from './products.ts'

/** A name group, and what its new versions get. */
type NameGroup = Pick<
  ReturnType<typeof softwareTables>['softwareNames']['$inferSelect'],
  'id' | 'ownGroup' | 'inScopeTagId'
>

/** The groups of these products by their names; a name that the site lacks is added as Regular. */
export async function ensureNames(
  tx: Tx,
  siteId: string,
  products: readonly Product[],
  now: string,
): Promise<Map<string, NameGroup>> {
  const { softwareNames } = tx.tables(softwareTables)
  const byName = new Map<string, Product>()
  for (const product of products) if (!byName.get(product.name)?.publisher) byName.set(product.name, product)
  const hashes = [...byName.keys()].map((name) => keyHashOf(name))
  const known = await tx
    .select({
      id: softwareNames.id,
      name: softwareNames.name,
      ownGroup: softwareNames.ownGroup,
      inScopeTagId: softwareNames.inScopeTagId,
    })
    .from(softwareNames)
    .where(and(eq(softwareNames.siteId, siteId), among(softwareNames.keyHash, hashes)))
  const groups = new Map<string, NameGroup>(known.map(({ name, ...group }) => [name, group]))
  const added = [...byName.values()]
    .filter(({ name }) => !groups.has(name))
    .map(({ name, publisher = '' }) => ({
      id: newId(),
      siteId,
      keyHash: keyHashOf(name),
      name,
      sortName: sortNameOf(name),
      publisher,
      ownGroup: 'Regular' as const,
      softwareGroup: 'Regular' as const,
      inScopeTagId: null,
      firstSeen: now,
    }))
  for (const group of added) groups.set(group.name, group)
  for (const chunk of insertChunks(softwareNames, added)) await tx.insert(softwareNames).values(chunk)
  return groups
}
