import { groupingRules } from '@rollcall/shared/inventory/software-name.ts'
import { and, asc, eq, lt, notExists } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { requestReview } from '../compliance/review-sites.ts'
import { showStrictest, strictestOf } from './classify.ts'
import { ensureNames } from './name-groups.ts'

/** Products of one transaction. */
const productsPerTurn = 500

type Tables = ReturnType<typeof softwareTables>
type Product = Tables['softwareProducts']['$inferSelect']
type Name = Tables['softwareNames']['$inferSelect']

/**
 * Regroups products that were grouped by earlier rules, in several transactions. A name's classification moves to the
 * new group of its products.
 */
export async function regroupProducts({ store }: SystemContext): Promise<void> {
  const { softwareProducts } = store.tables(softwareTables)
  const isOld = lt(softwareProducts.grouping, groupingRules)
  let waits = (await store.read((db) => db.select().from(softwareProducts).where(isOld).limit(1))).length > 0
  while (waits) {
    waits = await store.write(async (tx) => {
      const number = asc(softwareProducts.number)
      const products = await tx.select().from(softwareProducts).where(isOld).orderBy(number).limit(productsPerTurn)
      const bySite = Map.groupBy(products, ({ siteId }) => siteId)
      for (const [siteId, ofSite] of bySite) await regroup(tx, siteId, ofSite)
      return products.length === productsPerTurn
    })
  }
}

async function regroup(tx: Tx, siteId: string, products: readonly Product[]): Promise<void> {
  const { softwareProducts } = tx.tables(softwareTables)
  const now = products.map(({ firstSeen }) => firstSeen).sort()[0] ?? ''
  const groups = await ensureNames(tx, siteId, products, now)
  const grouped = products.flatMap((product, index) => {
    const group = groups[index]
    return group
      ? [{ ...product, nameId: group.id, kind: group.kind, grouping: groupingRules, from: product.nameId }]
      : []
  })
  await tx.updateRows(softwareProducts, grouped, { key: 'number', set: ['nameId', 'kind', 'grouping'] })
  const { softwareNames } = tx.tables(softwareTables)
  await tx.updateRows(softwareNames, groups, { key: 'id', set: ['kind'] })
  const moved = grouped.filter(({ nameId, from }) => nameId !== from)
  if (moved.length > 0) await fold(tx, siteId, moved)
}

/** Moves the classification of former names to the current ones. A name without products is deleted. */
async function fold(tx: Tx, siteId: string, moved: readonly { nameId: string; from: string }[]): Promise<void> {
  const { softwareNames, softwareProducts } = tx.tables(softwareTables)
  const ids = new Set(moved.flatMap(({ nameId, from }) => [nameId, from]))
  const rows = await tx
    .select()
    .from(softwareNames)
    .where(among(softwareNames.id, [...ids]))
  const names = new Map(rows.map((row) => [row.id, row]))
  for (const { nameId, from } of moved) {
    const [to, old] = [names.get(nameId), names.get(from)]
    if (to && old) names.set(nameId, withSettingsOf(to, old))
  }
  const folded = [...new Set(moved.map(({ nameId }) => nameId))].flatMap((id) => names.get(id) ?? [])
  await tx.updateRows(softwareNames, folded, { key: 'id', set: ['ownGroup', 'inScopeTagId', 'firstSeen'] })
  const ofName = tx.select().from(softwareProducts).where(eq(softwareProducts.nameId, softwareNames.id))
  const emptied = among(
    softwareNames.id,
    moved.map(({ from }) => from),
  )
  await tx.delete(softwareNames).where(and(emptied, notExists(ofName)))
  if (rows.every(({ softwareGroup }) => softwareGroup === 'Regular')) return
  for (const { id } of folded) await showStrictest(tx, id)
  await requestReview(tx, siteId)
}

function withSettingsOf(name: Name, old: Name): Name {
  const ownGroup = strictestOf([name.ownGroup, old.ownGroup])
  const inScopeTagId = ownGroup === name.ownGroup ? name.inScopeTagId : old.inScopeTagId
  return { ...name, ownGroup, inScopeTagId, firstSeen: old.firstSeen < name.firstSeen ? old.firstSeen : name.firstSeen }
}
