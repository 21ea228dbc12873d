import { z } from 'zod'
import { snapshotSourceSchema } from '../inventory/device-type.ts'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { deviceSchema } from './device.ts'
import { evidenceSchema } from './device-history.ts'

/** Snapshots or sightings that one call can move out of a device. */
export const splitMax = 1000

const sightingKeySchema = z.string().min(1).max(64).meta({ example: 'iJ4w2ZpGm0fP3n1yXkT9bQ' })

const parts = {
  snapshotIds: z.array(idSchema).min(1).max(splitMax),
  sightingKeys: z.array(sightingKeySchema).min(1).max(splitMax),
}

export const splitDeviceSchema = z
  .strictObject({
    snapshotIds: parts.snapshotIds.optional().meta({ description: 'Snapshots that belong to another device' }),
    sightingKeys: parts.sightingKeys.optional().meta({
      description: 'Alternatively: sightings of another device, with all their snapshots',
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Only returns the result without changing anything', example: false }),
  })
  .refine(({ snapshotIds, sightingKeys }) => (snapshotIds === undefined) !== (sightingKeys === undefined), {
    message: 'must have either snapshotIds or sightingKeys',
    path: ['snapshotIds'],
  })
  .meta({ id: 'SplitDevice' })
export type SplitDevice = z.infer<typeof splitDeviceSchema>

export const splitResultSchema = z
  .object({
    device: deviceSchema.meta({ description: 'The device with the remaining snapshots' }),
    other: deviceSchema.meta({
      description: 'The new device with the moved snapshots; after a dry run its id does not exist',
    }),
    snapshots: z.int().meta({ description: 'Number of moved snapshots', example: 12 }),
  })
  .meta({ id: 'DividedDevice' })
export type SplitResult = z.infer<typeof splitResultSchema>

const sightingSchema = z
  .object({
    key: sightingKeySchema.meta({ description: 'Key of the sighting for a split' }),
    source: snapshotSourceSchema,
    depth: z.enum(['audit', 'discovery']).meta({ description: '`discovery`: seen from outside only' }),
    evidence: z.array(evidenceSchema).meta({ description: 'Identity values that it reported' }),
    firstAt: timeSchema,
    lastAt: timeSchema,
    decided: z.boolean().meta({ description: 'A person assigned it to this device' }),
  })
  .meta({ id: 'DeviceSighting' })
export const sightingListSchema = listOf(sightingSchema).meta({ id: 'DeviceSightingList' })
export type DeviceSighting = z.infer<typeof sightingSchema>

export const doNotMergeSchema = z
  .strictObject({ otherId: idSchema.meta({ description: 'The record that must not be merged with this one' }) })
  .meta({ id: 'KeepApart' })
export type DoNotMerge = z.infer<typeof doNotMergeSchema>

const unmergeableDeviceSchema = z
  .object({
    id: idSchema.meta({ description: 'Id of the other record' }),
    name: text('pc-18')
      .nullable()
      .meta({ description: 'null for a deleted record: it stays separate if it is seen again' }),
    keptAt: timeSchema.nullable().meta({ description: 'null if it results from an undone merge' }),
    keptBy: text('Ada').nullable(),
  })
  .meta({ id: 'DeviceKeptApart' })
export const unmergeableDeviceListSchema = listOf(unmergeableDeviceSchema).meta({ id: 'DeviceKeptApartList' })
export type UnmergeableDevice = z.infer<typeof unmergeableDeviceSchema>
