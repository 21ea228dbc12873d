import { and, eq, inArray } from 'drizzle-orm'
import { reassignChanges } from '../../changes/reassign.ts'
import { reassignAgents } from '../../enrolment/reassign.ts'
import { reassignSightings } from '../../identity/decide-sightings.ts'
import { reassignSnapshots, snapshotIdsOf } from '../../snapshots/reassign.ts'
import type { Reassignment } from '../../store/reassign.ts'
import { type MergedKind, mergeTables } from '../../store/schema/merges.ts'
import type { Db, Tx } from '../../store/store.ts'
import { reassignTasks } from '../../tasks/reassign.ts'

const movers: Record<MergedKind, (tx: Tx, reassignment: Reassignment) => Promise<string[]>> = {
  snapshot: reassignSnapshots,
  change: reassignChanges,
  task: reassignTasks,
  agent: reassignAgents,
  sighting: reassignSightings,
}
const kinds = Object.keys(movers) as MergedKind[]

type Move = { mergeId: string; from: string; to: string }

/** Gives a device's records to the one it is merged into, and notes which they were. */
export async function moveRecords(tx: Tx, { mergeId, from, to }: Move): Promise<void> {
  const { mergedRecords } = tx.tables(mergeTables)
  const own = await snapshotIdsOf(tx, to)
  await tx.insertRows(
    mergedRecords,
    own.map((recordId) => ({ mergeId, kind: 'ownSnapshot', recordId })),
  )
  for (const kind of kinds) {
    const moved = await movers[kind](tx, { from, to })
    await tx.insertRows(
      mergedRecords,
      moved.map((recordId) => ({ mergeId, kind, recordId })),
    )
  }
}

/** Gives back what the merge had moved. Tells which snapshots have come to the device since. */
export async function moveBack(tx: Tx, { mergeId, from, to }: Move): Promise<string[]> {
  for (const kind of kinds) {
    await movers[kind](tx, { from, to, ids: await recordIds(tx, mergeId, [kind]) })
  }
  const known = new Set(await recordIds(tx, mergeId, ['snapshot', 'ownSnapshot']))
  const { mergedRecords } = tx.tables(mergeTables)
  await tx.delete(mergedRecords).where(eq(mergedRecords.mergeId, mergeId))
  return (await snapshotIdsOf(tx, from)).filter((id) => !known.has(id))
}

async function recordIds(db: Db, mergeId: string, of: readonly (MergedKind | 'ownSnapshot')[]): Promise<string[]> {
  const { mergedRecords } = db.tables(mergeTables)
  const rows = await db
    .select({ id: mergedRecords.recordId })
    .from(mergedRecords)
    .where(and(eq(mergedRecords.mergeId, mergeId), inArray(mergedRecords.kind, [...of])))
  return rows.map(({ id }) => id)
}
