import {
  type BulkAction,
  type BulkOperation,
  bulkDevicesMax,
  type StartBulk,
} from '@rollcall/shared/api/bulk-operation.ts'
import { mergedDevicesMax } from '@rollcall/shared/api/choices.ts'
import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { operationOf } from '../device-records/operation.ts'
import { requireListed } from '../device-records/require-device.ts'
import { tagExists } from '../device-records/tag-exists.ts'
import { exportDevices } from '../devices/list/export-devices.ts'
import { listDevices } from '../devices/list/list-devices.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { scheduleProblem } from '../scanning/schedules/assign-schedule.ts'
import { type BulkUndo, bulkTables } from '../store/schema/bulk.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db, Tx } from '../store/store.ts'
import { capabilityOf, openStatuses, toRecord } from './operations.ts'

/** Maximum number of operations of a site that have not ended. */
const openMax = 20

/** Counts the devices of an operation without starting it. */
export async function countBulkDevices(ctx: Context, { action, devices }: StartBulk): Promise<number> {
  await check(ctx, action)
  if ('ids' in devices) return (await namedIds(ctx, devices.ids, action)).length
  const query = deviceQuerySchema.parse({ limit: '1' })
  return (await listDevices(ctx, { ...query, ...matchingOf(devices, action) })).total
}

/**
 * Starts an operation on the devices that match now: later ones do not belong to it. `charge` counts them against the
 * quota of the caller and throws if it does not permit them.
 */
export async function startBulkOperation(
  ctx: Context,
  { action, devices }: StartBulk,
  charge: (devices: number) => Promise<void>,
): Promise<BulkOperation> {
  await check(ctx, action)
  const ids =
    'ids' in devices ? await namedIds(ctx, devices.ids, action) : await matchingIds(ctx, matchingOf(devices, action))
  await charge(ids.length)
  const record = await ctx.store.write((tx) =>
    insertOperation(
      tx,
      ctx,
      action,
      ids.map((deviceId) => ({ deviceId, undo: null })),
    ),
  )
  ctx.log.info({ operationId: record.id, action: action.kind, devices: ids.length }, 'bulk operation: queued')
  ctx.wakeOutbox()
  return record
}

/** Writes an operation with its devices. `undoes` is the operation that it reverts. */
export async function insertOperation(
  tx: Tx,
  ctx: Context,
  action: BulkAction | { kind: 'undo' },
  devices: readonly { deviceId: string; undo: BulkUndo | null }[],
  undoes: string | null = null,
): Promise<BulkOperation> {
  const { bulkOperations, bulkDevices } = tx.tables(bulkTables)
  const open = and(eq(bulkOperations.siteId, ctx.siteId), inArray(bulkOperations.status, [...openStatuses]))
  if ((await tx.$count(bulkOperations, open)) >= openMax) {
    throw new DomainError('rate_limited', `A site may have ${openMax} bulk operations at a time. Wait until one ends.`)
  }
  const [row] = await tx
    .insert(bulkOperations)
    .values({
      id: newId(),
      siteId: ctx.siteId,
      action,
      status: 'Queued',
      actor: operationOf(ctx).actor,
      total: devices.length,
      done: 0,
      failed: 0,
      undoable: 0,
      undoes,
      createdAt: nowOf(ctx),
    })
    .returning()
  if (!row) throw new Error('an insert gave no row')
  const waiting = { operationId: row.id, outcome: 'waiting' as const, code: null, message: null }
  await tx.insertRows(
    bulkDevices,
    devices.map((device, position) => ({ ...waiting, ...device, position })),
  )
  return toRecord(row)
}

/** Refuses an action that the caller may not take, or whose tag, schedule or device the site does not have. */
async function check(ctx: Context, action: BulkAction): Promise<void> {
  requireCapability(ctx, capabilityOf(action.kind))
  const problem = await ctx.store.read((db) => problemOf(db, ctx.siteId, action))
  if (problem) throw invalidField(`/action/${problem.field}`, problem.message)
}

/** Explains why an action cannot be taken; undefined if it can. */
export async function problemOf(
  db: Db,
  siteId: string,
  action: BulkAction | { kind: 'undo' },
): Promise<{ field: string; message: string } | undefined> {
  if (action.kind === 'tag' || action.kind === 'untag') {
    const message = 'is not a tag of this site'
    return (await tagExists(db, siteId, action.tagId)) ? undefined : { field: 'tagId', message }
  }
  if (action.kind === 'edit') {
    const { auditScheduleId } = action.fields
    if (Object.keys(action.fields).length === 0) return { field: 'fields', message: 'must have a field to set' }
    const message = auditScheduleId ? await scheduleProblem(db, siteId, auditScheduleId, 'audit') : undefined
    return message === undefined ? undefined : { field: 'fields/auditScheduleId', message }
  }
  if (action.kind === 'merge') {
    const isListed = await requireListed(db, siteId, action.into).then(() => true, isRefusal)
    return isListed ? undefined : { field: 'into', message: 'is not a device in the list of this site' }
  }
  return undefined
}

function isRefusal(error: unknown): false {
  if (error instanceof DomainError) return false
  throw error
}

/**
 * Returns ids without repetition. An id that the site has no longer becomes a failure of its own, but not if the site has
 * none of them.
 */
async function namedIds({ store, siteId }: Context, ids: readonly string[], action: BulkAction): Promise<string[]> {
  const into = action.kind === 'merge' ? action.into : undefined
  if (into && ids.length > mergedDevicesMax) {
    throw invalidField('/devices/ids', `must name at most ${counted(mergedDevicesMax, 'device')} for a merge`)
  }
  const chosen = [...new Set(ids)].filter((id) => id !== into)
  if (chosen.length === 0) throw invalidField('/devices/ids', 'must name a device other than the one that stays')
  const { devices } = store.tables(deviceTables)
  const present = and(eq(devices.siteId, siteId), inArray(devices.id, chosen))
  if ((await store.read((db) => db.$count(devices, present))) === 0) {
    throw invalidField('/devices/ids', 'names no device of this site')
  }
  return chosen
}

type Matching = Extract<StartBulk['devices'], { matching: unknown }>

function matchingOf({ matching }: Matching, { kind }: BulkAction): Matching['matching'] {
  if (kind === 'merge') throw invalidField('/devices', 'must name the devices by id for a merge')
  // Only archived devices can be restored.
  return kind === 'restore' ? { ...matching, archived: true } : matching
}

/** Ids of all matching devices, in the order of their names. Refuses more than an operation may have. */
async function matchingIds(ctx: Context, matching: Matching['matching']): Promise<string[]> {
  const ids: string[] = []
  const query = { ...deviceQuerySchema.parse({}), ...matching }
  for await (const devices of exportDevices(ctx, query)) {
    for (const { id } of devices) ids.push(id)
    if (ids.length > bulkDevicesMax) {
      throw invalidField('/devices/matching', `matches more than ${counted(bulkDevicesMax, 'device')}. Narrow it`)
    }
  }
  if (ids.length === 0) throw invalidField('/devices/matching', 'matches no device')
  return ids
}
