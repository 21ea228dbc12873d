import { and, eq, or } from 'drizzle-orm'
import { type DoNotMergePair, mergeTables } from '../store/schema/merges.ts'
import { among, columnsIn } from '../store/sql.ts'
import type { Db, Tx } from '../store/store.ts'

/** Two ids as a pair, independent of their order. */
export const pairOf = (a: string, b: string): DoNotMergePair =>
  a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a }

/** Do-not-merge decisions on these devices, also of deleted ones. */
export async function doNotMergePairs(db: Db, deviceIds: readonly string[]): Promise<DoNotMergePair[]> {
  const { keptApart } = db.tables(mergeTables)
  const columns = columnsIn(keptApart)
  const pairs = [
    ...(await db.rowsAmong(keptApart, deviceIds, { key: 'firstId', columns })),
    ...(await db.rowsAmong(keptApart, deviceIds, { key: 'secondId', columns })),
  ]
  const unique = new Map(pairs.map((pair) => [pairKey(pair), pair]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
}

export const pairKey = ({ firstId, secondId }: DoNotMergePair): string => `${firstId} ${secondId}`

/** Devices that must not be merged with a device, by the id of each. */
export async function doNotMergePartners(db: Db, deviceIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const pairs = await doNotMergePairs(db, deviceIds)
  return new Map(
    [...new Set(pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]))].map((id) => [
      id,
      new Set(partnersOf(pairs, id)),
    ]),
  )
}

/** Pairs of a device as pairs of another one. */
export const pairsOf = (pairs: readonly DoNotMergePair[], from: string, to: string): DoNotMergePair[] =>
  pairs.flatMap(({ firstId, secondId, keptAt, keptBy }) => {
    if (firstId !== from && secondId !== from) return []
    const partner = firstId === from ? secondId : firstId
    return partner === to ? [] : [{ ...pairOf(partner, to), keptAt, keptBy }]
  })

const partnersOf = (pairs: readonly DoNotMergePair[], id: string): string[] =>
  pairs
    .filter(({ firstId, secondId }) => firstId === id || secondId === id)
    .map(({ firstId, secondId }) => (firstId === id ? secondId : firstId))

/** Pairs that a device has only through another one that was merged into it. */
export function inheritedPairs(pairs: readonly DoNotMergePair[], from: string, to: string): DoNotMergePair[] {
  const own = new Set(partnersOf(pairs, to))
  return partnersOf(pairs, from).flatMap((id) => (own.has(id) ? [] : [pairOf(id, to)]))
}

export async function insertDoNotMerge(tx: Tx, pairs: readonly DoNotMergePair[]): Promise<void> {
  if (pairs.length > 0)
    await tx
      .insert(tx.tables(mergeTables).keptApart)
      .values([...pairs])
      .onConflictDoNothing()
}

export async function isDoNotMerge(db: Db, { firstId, secondId }: DoNotMergePair): Promise<boolean> {
  const { keptApart } = db.tables(mergeTables)
  const isPair = and(eq(keptApart.firstId, firstId), eq(keptApart.secondId, secondId))
  return (await db.$count(keptApart, isPair)) > 0
}

/** Deletes do-not-merge decisions: rules may merge the pairs again. */
export async function deleteDoNotMerge(tx: Tx, pairs: readonly DoNotMergePair[]): Promise<void> {
  await tx.deleteRows(tx.tables(mergeTables).keptApart, pairs, ['firstId', 'secondId'])
}

/** Deletes all decisions on deleted devices. */
export async function deleteDoNotMergeOf(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { keptApart } = tx.tables(mergeTables)
  await tx.delete(keptApart).where(or(among(keptApart.firstId, deviceIds), among(keptApart.secondId, deviceIds)))
}
