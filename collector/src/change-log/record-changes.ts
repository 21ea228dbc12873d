import type { ChangeVerb } from '@rollcall/shared/api/change.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type Reassignment, reassign, recordIdsOf } from '../store/reassign.ts'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db, Tx } from '../store/store.ts'
import { dropBlocksAfter } from './counted-buckets.ts'

/** An entry of the change log. `entity` is the kind of record in words: `Device`, `Software`, `Segment`, … */
export type ChangeRow = {
  verb: ChangeVerb
  entity: string
  entityId: string
  deviceId?: string
  field?: string
  from?: string | null
  to?: string | null
}

/** Returns the names of the fields of change log entries. */
export const fieldsOf = (changes: readonly ChangeRow[]): string[] => changes.flatMap(({ field }) => field ?? [])

type ChangeEntry = {
  siteId: string
  /** User, app or part of the system that made the change. */
  actor: string
  timestamp: string
  rows: readonly ChangeRow[]
}

/** Writes change log entries in the transaction of their changes, in the given order. */
export async function recordChanges(tx: Tx, ...entries: readonly ChangeEntry[]): Promise<void> {
  const { changes } = tx.tables(changeTables)
  const rows = entries.flatMap(({ siteId, actor, timestamp, rows }) =>
    rows.map((row) => ({ ...row, id: newId(), siteId, actor, timestamp })),
  )
  await tx.insertRows(changes, rows)
  for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId)) {
    const earliest = ofSite.map(({ timestamp }) => timestamp).sort()[0]
    if (earliest !== undefined) await dropBlocksAfter(tx, siteId, earliest)
  }
}

/** Moves change log entries of one device to another. */
export const reassignChanges = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(changeTables).changes, reassignment)

export const changeIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(changeTables).changes, deviceId)
