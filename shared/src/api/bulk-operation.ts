import { z } from 'zod'
import { mergedDevicesMax } from './choices.ts'
import { booleanQuerySchema, idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { deviceQuerySchema, patchDeviceSchema } from './device.ts'

/** Maximum number of devices of one operation. */
export const bulkDevicesMax = 100_000
/** Maximum number of devices that a request names one by one. */
const bulkIdsMax = 1000

const tagIdSchema = idSchema.meta({ description: 'A tag of the catalog' })
const simple = <K extends string>(kind: K) => z.strictObject({ kind: z.literal(kind) })

const bulkActionSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('tag'), tagId: tagIdSchema }),
    z.strictObject({ kind: z.literal('untag'), tagId: tagIdSchema }),
    z.strictObject({ kind: z.literal('edit'), fields: patchDeviceSchema }),
    simple('archive'),
    simple('restore'),
    simple('delete'),
    simple('ignore'),
    simple('audit'),
    z.strictObject({ kind: z.literal('merge'), into: idSchema.meta({ description: 'The device that stays' }) }),
  ])
  .meta({ id: 'BulkAction', example: { kind: 'edit', fields: { customFields: { floor: 3 } } } })
export type BulkAction = z.infer<typeof bulkActionSchema>
export type BulkKind = BulkAction['kind']

const bulkFilterSchema = deviceQuerySchema
  .omit({ limit: true, offset: true, sort: true, format: true, columns: true, asOf: true })
  .meta({
    description: 'All devices that `GET /api/v1/devices` lists with these parameters, each as text',
    example: { type: 'printer', manufacturer: 'HP' },
  })

const bulkDevicesSchema = z
  .union([
    z.strictObject({ ids: z.array(idSchema).min(1, 'must name a device').max(bulkIdsMax) }),
    z.strictObject({ matching: bulkFilterSchema }),
  ])
  .meta({
    description: `Up to ${bulkIdsMax} devices by id, or all that match, at most ${bulkDevicesMax}. A merge: up to ${mergedDevicesMax} by id`,
  })
export type BulkDevices = z.infer<typeof bulkDevicesSchema>

export const startBulkSchema = z
  .strictObject({
    action: bulkActionSchema,
    devices: bulkDevicesSchema,
  })
  .meta({ id: 'StartBulkOperation' })
export type StartBulk = z.output<typeof startBulkSchema>

const bulkStatuses = ['Queued', 'Running', 'Finished', 'Cancelled', 'Stopped'] as const
const bulkStatusSchema = z.enum(bulkStatuses)
export type BulkStatus = z.infer<typeof bulkStatusSchema>

const count = z.int().nonnegative().meta({ example: 12 })

export const bulkOperationSchema = z
  .object({
    id: idSchema,
    action: z.union([bulkActionSchema, z.object({ kind: z.literal('undo') })]),
    status: bulkStatusSchema.meta({
      description:
        '`Stopped`: the caller has lost the capability, the site or the account since. The devices that were done stay changed',
    }),
    total: count.meta({ description: 'Devices of the operation, chosen when it started' }),
    done: count.meta({ description: 'Devices that were changed, or were already as wanted' }),
    failed: count.meta({ description: 'Devices that could not be changed; the list of failures has the reasons' }),
    undoable: count.meta({ description: 'Devices for which an undo would revert the change' }),
    undoes: idSchema.nullable().meta({ description: 'The operation that this one reverts' }),
    undoneBy: idSchema.nullable().meta({ description: 'The operation that reverts this one' }),
    error: text('Ada may no longer edit the inventory.').nullable().meta({ description: 'Why it is `Stopped`' }),
    requestedBy: text('ada'),
    createdAt: timeSchema,
    startedAt: timeSchema.nullable(),
    finishedAt: timeSchema.nullable(),
  })
  .meta({ id: 'BulkOperation' })
export type BulkOperation = z.infer<typeof bulkOperationSchema>
export const bulkOperationListSchema = listOf(bulkOperationSchema).meta({ id: 'BulkOperationList' })

export const bulkOperationQuerySchema = pageQuerySchema.extend({
  open: booleanQuerySchema.optional().meta({ description: 'true: only operations that have not ended; false: others' }),
})
export type BulkOperationQuery = z.infer<typeof bulkOperationQuerySchema>

export const bulkCountSchema = z
  .object({ total: count.meta({ description: 'Devices that the operation would have' }) })
  .meta({ id: 'BulkCount' })

const bulkFailureSchema = z
  .object({
    deviceId: idSchema,
    deviceName: text('pc-17').nullable().meta({ description: 'null: there is no such device now' }),
    code: text('device_archived').meta({ description: 'As in the problem of the same change to one device' }),
    message: text('The device is archived. Restore it first.'),
  })
  .meta({ id: 'BulkFailure' })
export type BulkFailure = z.infer<typeof bulkFailureSchema>
export const bulkFailureListSchema = listOf(bulkFailureSchema).meta({ id: 'BulkFailureList' })
