import type { ChangeVerb, Editor, EditorKind } from '@rollcall/shared/api/change.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type Actor, commandLineId } from '../lib/context.ts'
import { type Reassignment, reassign, recordIdsOf } from '../store/reassign.ts'
import { changeTables } from '../store/schema/change-log.ts'
import type { Db, Tx } from '../store/store.ts'
import { changeTimes } from './change-times.ts'
import { recordEvents } from './record-events.ts'
import { dropBlocksAfter } from './stored-counts.ts'

/**
 * An entry of the change log. `entity` is the kind of record in words: `Device`, `Software`, `Segment`, … Each entry names
 * its subject, so that a deleted record keeps its name: a device by its id, another record by its name.
 */
export type ChangeRow = {
  verb: ChangeVerb
  entity: string
  entityId: string
  field?: string
  from?: string | null
  to?: string | null
} & Subject

/** An added or deleted record is named by the value that came or went. */
type Subject =
  | { deviceId: string; subject?: undefined }
  | { deviceId?: undefined; subject: string }
  | { deviceId?: undefined; subject?: undefined; verb: 'Added'; to: string }
  | { deviceId?: undefined; subject?: undefined; verb: 'Deleted'; from: string }

function subjectOf({ deviceId, subject, verb, from, to }: ChangeRow): string | null {
  if (deviceId !== undefined) return null
  return subject ?? (verb === 'Added' ? to : from) ?? null
}

/** Returns the names of the fields of change log entries. */
export const fieldsOf = (changes: readonly ChangeRow[]): string[] => changes.flatMap(({ field }) => field ?? [])

/** User, app or part of the system that made a change. */
export type ChangeActor = Pick<Actor, 'kind' | 'id' | 'name'>

type ChangeEntry = {
  siteId: string
  actor: ChangeActor
  timestamp: string
  /** Time of the observation that showed the changes. */
  observedAt?: string | undefined
  rows: readonly ChangeRow[]
}

/**
 * Writes change log entries in the transaction of their changes, in the given order. Each edit by a person or an app is
 * an event as well.
 */
export async function recordChanges(tx: Tx, ...entries: readonly ChangeEntry[]): Promise<void> {
  const { changes } = tx.tables(changeTables)
  const written = entries.flatMap(({ siteId, actor, timestamp, observedAt, rows }) => {
    const shared = { siteId, actor: actor.name, ...changeTimes(timestamp, observedAt) }
    return rows.map((row) => {
      const { subject: _, ...change } = row
      return { change: { ...change, ...shared, id: newId(), subjectName: subjectOf(row) }, actor }
    })
  })
  const rows = written.map(({ change, actor }) => {
    const editor = editorOf(change, actor)
    return { ...change, editorKind: editor?.kind ?? null, editorId: editor?.id ?? null }
  })
  await tx.insertRows(changes, rows)
  const edits = rows.flatMap((row) => editOf(row) ?? [])
  for (const [siteId, ofSite] of Map.groupBy(edits, (edit) => edit.siteId)) {
    for (const [timestamp, same] of Map.groupBy(ofSite, (edit) => edit.timestamp)) {
      await recordEvents(tx, { siteId, timestamp, events: same.map(({ event }) => event) })
    }
  }
  for (const [siteId, ofSite] of Map.groupBy(rows, (row) => row.siteId)) {
    const earliest = ofSite.map(({ timestamp }) => timestamp).sort()[0]
    if (earliest !== undefined) await dropBlocksAfter(tx, siteId, earliest)
  }
}

/** Writes the same entries to the logs of several sites, for a record that belongs to all of them. */
export const recordOnSites = (tx: Tx, siteIds: Iterable<string>, change: Omit<ChangeEntry, 'siteId'>): Promise<void> =>
  recordChanges(tx, ...Array.from(siteIds, (siteId) => ({ ...change, siteId })))

/** Entities whose entries about a device compare two snapshots. */
const audited = new Set(['Hardware', 'Network', 'Software'])

/** Returns the person or app that made an edit. A difference between snapshots is none, even if an app sent them. */
function editorOf(
  { deviceId, entity }: Pick<ChangeRow, 'deviceId' | 'entity'>,
  { kind, id }: ChangeActor,
): Editor | undefined {
  if (deviceId !== undefined && audited.has(entity)) return undefined
  if (kind === 'user' || kind === 'app') return { kind, id }
  return kind === 'system' && id === commandLineId ? { kind: 'command-line', id } : undefined
}

type WrittenRow = Omit<ChangeRow, 'subject'> & {
  id: string
  subjectName: string | null
  siteId: string
  actor: string
  timestamp: string
  editorKind: EditorKind | null
  editorId: string | null
}

/** Returns the event of an edit; undefined for any other change. */
function editOf({ siteId, timestamp, id, editorKind, editorId, ...row }: WrittenRow) {
  if (editorKind === null) return undefined
  const { verb, entity, entityId, deviceId = null, subjectName, field = null, from = null, to = null, actor } = row
  const editor = { kind: editorKind, id: editorId ?? '' }
  const data = { changeId: id, verb, entity, entityId, deviceId, subjectName, field, from, to, actor, editor }
  return { siteId, timestamp, event: { type: 'record.edited' as const, subjectId: entityId, data } }
}

/** Moves change log entries of one device to another. */
export const reassignChanges = (tx: Tx, reassignment: Reassignment): Promise<void> =>
  reassign(tx, tx.tables(changeTables).changes, reassignment)

export const changeIdsOf = (db: Db, deviceId: string): Promise<string[]> =>
  recordIdsOf(db, db.tables(changeTables).changes, deviceId)
