import type { BulkAction, BulkStatus } from '@rollcall/shared/api/bulk-operation.ts'
import type { PatchDevice } from '@rollcall/shared/api/device.ts'
import type { Kit } from '../kit.ts'
import type { Modifier } from './devices.ts'

/** Change that reverts what an operation did to one device. */
export type BulkUndo =
  | { kind: 'tag' | 'untag'; tagId: string }
  /** `set`: the values that the operation wrote. A device that has others now was edited since. */
  | { kind: 'edit'; fields: PatchDevice; set: PatchDevice }
  | { kind: 'archive' | 'restore' }
  | { kind: 'unmerge'; mergeId: string; survivorId: string }

export const bulkTables = (kit: Kit) => {
  const bulkOperations = kit.table(
    'bulk_operations',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      action: kit.json<BulkAction | { kind: 'undo' }>('action').notNull(),
      status: kit.text<BulkStatus>('status').notNull(),
      /** Caller that requested it. Its capabilities are read again at each step. */
      actor: kit.json<Modifier>('actor').notNull(),
      total: kit.integer('total').notNull(),
      done: kit.integer('done').notNull(),
      failed: kit.integer('failed').notNull(),
      undoable: kit.integer('undoable').notNull(),
      undoes: kit.text('undoes'),
      undoneBy: kit.text('undone_by'),
      error: kit.text('error'),
      createdAt: kit.time('created_at').notNull(),
      startedAt: kit.time('started_at'),
      finishedAt: kit.time('finished_at'),
    },
    (t) => [
      kit.index('bulk_operations_site').on(t.siteId, t.createdAt, t.id),
      kit.index('bulk_operations_status').on(t.status, t.createdAt),
      kit.index('bulk_operations_finished').on(t.finishedAt),
    ],
  )
  return {
    bulkOperations,
    /** Devices of an operation, chosen when it started, in the order in which it changes them. */
    bulkDevices: kit.table(
      'bulk_operation_devices',
      {
        operationId: kit
          .text('operation_id')
          .notNull()
          .references(() => bulkOperations.id, { onDelete: 'cascade' }),
        position: kit.integer('position').notNull(),
        deviceId: kit.text('device_id').notNull(),
        outcome: kit.text<'waiting' | 'done' | 'failed'>('outcome').notNull(),
        code: kit.text('code'),
        message: kit.text('message'),
        /** The change that reverts the one made; in an undo, the change to make. */
        undo: kit.json<BulkUndo>('undo'),
      },
      (t) => [
        kit.primaryKey({ columns: [t.operationId, t.position] }),
        kit.index('bulk_operation_devices_outcome').on(t.operationId, t.outcome, t.position),
      ],
    ),
  }
}
