import {
  type MapPosition,
  type MapPositions,
  mapPositionsMax,
  type PatchMapPositions,
} from '@rollcall/shared/api/map-positions.ts'
import { DomainError, jsonPointer } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { mapPositionTables } from '../store/schema/network-map.ts'
import type { Db } from '../store/store.ts'
import { getTopology } from './get-topology.ts'
import type { Maps } from './map-cache.ts'

/** Returns the positions that people gave to nodes of the site's map. */
export const getPositions = (ctx: Context): Promise<MapPositions> =>
  ctx.store.read((db) => storedPositions(db, ctx.siteId))

/** Updates the positions of the named nodes. Nodes that the map no longer has lose theirs when the list is full. */
export async function updatePositions(
  ctx: Context,
  maps: Maps,
  { positions: patch }: PatchMapPositions,
  expects?: Precondition,
): Promise<MapPositions> {
  requireCapability(ctx, 'EditInventory')
  const { nodes } = await getTopology(ctx, maps)
  const ids = new Set(nodes.map(({ id }) => id))
  refuseUnknown(patch, ids)
  return ctx.store.write(async (tx) => {
    const before = await storedPositions(tx, ctx.siteId)
    expects?.(before)
    const merged = Object.entries({ ...before.positions, ...patch }).filter(
      (entry): entry is [string, MapPosition] => entry[1] !== null,
    )
    const kept = merged.length > mapPositionsMax ? merged.filter(([node]) => ids.has(node)) : merged
    if (kept.length > mapPositionsMax)
      throw new DomainError('validation_failed', `A map has at most ${mapPositionsMax} positions.`)
    const positions = Object.fromEntries(kept)
    const row = { positions, modifiedAt: nowOf(ctx) }
    const { mapPositions } = tx.tables(mapPositionTables)
    await tx
      .insert(mapPositions)
      .values({ siteId: ctx.siteId, ...row })
      .onConflictDoUpdate({ target: mapPositions.siteId, set: row })
    return { positions }
  })
}

/** Deletes all positions: the layout places every node again. */
export async function resetPositions(ctx: Context, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  await ctx.store.write(async (tx) => {
    expects?.(await storedPositions(tx, ctx.siteId))
    const { mapPositions } = tx.tables(mapPositionTables)
    await tx.delete(mapPositions).where(eq(mapPositions.siteId, ctx.siteId))
  })
}

async function storedPositions(db: Db, siteId: string): Promise<MapPositions> {
  const { mapPositions } = db.tables(mapPositionTables)
  const [row] = await db.select().from(mapPositions).where(eq(mapPositions.siteId, siteId))
  return { positions: row?.positions ?? {} }
}

function refuseUnknown(patch: PatchMapPositions['positions'], ids: ReadonlySet<string>): void {
  // Taking a position away is always possible.
  const unknown = Object.keys(patch).find((node) => patch[node] !== null && !ids.has(node))
  if (unknown === undefined) return
  throw new DomainError('validation_failed', 'The map has no such node.', [
    { path: jsonPointer(['positions', unknown]), message: 'no node of the map has this id' },
  ])
}
