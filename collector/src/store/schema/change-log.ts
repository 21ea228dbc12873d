import type { ChangeVerb, EditorKind } from '@rollcall/shared/api/change.ts'
import { type AnyColumn, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Kit } from '../kit.ts'

/** Number of entries in a bucket with a verb and an entity. */
export type BlockCount = { verb: ChangeVerb; entity: string; lines: number }

/** Condition in the exact words of its index, which otherwise does not serve a query. */
export const isSoftware = (entity: AnyColumn): SQL => sql`${entity} = 'Software'`

/**
 * Changes to records, mostly by people, without the far more numerous findings of audits. In the exact words of its
 * index.
 */
export const isEdit = (deviceId: AnyColumn, entity: AnyColumn): SQL =>
  sql`(${deviceId} is null or ${entity} not in ('Hardware', 'Network', 'Software'))`

/** Deletions of records and devices, without what audits no longer find. In the exact words of its index. */
export const isDeletion = (verb: AnyColumn, entity: AnyColumn): SQL =>
  sql`(${verb} = 'Deleted' and ${entity} not in ('Hardware', 'Network', 'Software', 'Snapshot'))`

export const changeTables = (kit: Kit) => ({
  changes: kit.table(
    'changes',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      timestamp: kit.time('timestamp').notNull(),
      verb: kit.text<ChangeVerb>('verb').notNull(),
      entity: kit.text('entity').notNull(),
      entityId: kit.text('entity_id').notNull(),
      deviceId: kit.text('device_id'),
      /** Name of the record at the time of the change; null for changes of a device, and in entries of an earlier release. */
      subjectName: kit.text('subject_name'),
      field: kit.text('field'),
      from: kit.text('from_value'),
      to: kit.text('to_value'),
      actor: kit.text('actor').notNull(),
      /** Time of the observation that showed the change, if it arrived later. */
      observedAt: kit.time('observed_at'),
      /** Set for an edit by a person or an app; null for other changes, and for entries of an earlier release. */
      editorKind: kit.text<EditorKind>('editor_kind'),
      editorId: kit.text('editor_id'),
    },
    (t) => [
      kit.index('changes_site').on(t.siteId, t.timestamp, t.id),
      kit.index('changes_verb').on(t.siteId, t.verb, t.timestamp, t.id),
      kit.index('changes_entity').on(t.siteId, t.entity, t.timestamp, t.id),
      kit.index('changes_entity_verb').on(t.siteId, t.entity, t.verb, t.timestamp, t.id),
      kit.index('changes_device').on(t.deviceId, t.timestamp, t.id),
      kit.index('changes_edits').on(t.siteId, t.actor, t.timestamp, t.id).where(isEdit(t.deviceId, t.entity)),
      kit.index('changes_editors').on(t.siteId, t.timestamp, t.id).where(isNotNull(t.editorKind)),
      kit.index('changes_deletions').on(t.entityId).where(isDeletion(t.verb, t.entity)),
      kit.index('changes_software').on(t.entityId, t.timestamp, t.id).where(isSoftware(t.entity)),
    ],
  ),
  /**
   * Counted buckets of a site's log: ranges of time without gaps, so that a total over millions of entries, and a place
   * far down the list, need not read all of them.
   */
  changeBlocks: kit.table(
    'change_blocks',
    {
      siteId: kit.text('site_id').notNull(),
      /** First instant in the bucket, and first instant after it. */
      from: kit.time('from_time').notNull(),
      until: kit.time('until_time').notNull(),
      counts: kit.json<BlockCount[]>('counts').notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.siteId, t.from] }), kit.index('change_blocks_until').on(t.siteId, t.until)],
  ),
})
