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
    snapshotIds: parts.snapshotIds.optional().meta({ description: 'Snapshots that are of another device' }),
    sightingKeys: parts.sightingKeys.optional().meta({
      description: 'Instead: sightings of another device, with all their snapshots',
    }),
    dryRun: z.boolean().default(false).meta({ description: 'Only shows what would come of it', example: false }),
  })
  .refine(({ snapshotIds, sightingKeys }) => (snapshotIds === undefined) !== (sightingKeys === undefined), {
    message: 'must have either snapshotIds or sightingKeys',
    path: ['snapshotIds'],
  })
  .meta({ id: 'SplitDevice' })
export type SplitDevice = z.infer<typeof splitDeviceSchema>

export const splitResultSchema = z
  .object({
    device: deviceSchema.meta({ description: 'With what is left' }),
    other: deviceSchema.meta({ description: 'With what was taken out; after a dry run no device has its id' }),
    snapshots: z.int().meta({ description: 'How many went to the other', example: 12 }),
  })
  .meta({ id: 'DividedDevice' })
export type SplitResult = z.infer<typeof splitResultSchema>

const sightingSchema = z
  .object({
    key: sightingKeySchema.meta({ description: 'What a split names it by' }),
    source: snapshotSourceSchema,
    depth: z.enum(['audit', 'discovery']).meta({ description: '`discovery`: seen from outside' }),
    evidence: z.array(evidenceSchema).meta({ description: 'What it said of which device it is' }),
    firstAt: timeSchema,
    lastAt: timeSchema,
    decided: z.boolean().meta({ description: 'A person has said that it is of this device' }),
  })
  .meta({ id: 'DeviceSighting' })
export const sightingListSchema = listOf(sightingSchema).meta({ id: 'DeviceSightingList' })
export type DeviceSighting = z.infer<typeof sightingSchema>

export const doNotMergeSchema = z
  .strictObject({ otherId: idSchema.meta({ description: 'The record that is of another device than this' }) })
  .meta({ id: 'KeepApart' })
export type DoNotMerge = z.infer<typeof doNotMergeSchema>

const unmergeableDeviceSchema = z
  .object({
    id: idSchema.meta({ description: 'Of the other' }),
    name: text('pc-18')
      .nullable()
      .meta({ description: 'null for one that was deleted: it is told from this when it comes back' }),
    keptAt: timeSchema.nullable().meta({ description: 'null where it follows from a merge that was undone' }),
    keptBy: text('Ada').nullable(),
  })
  .meta({ id: 'DeviceKeptApart' })
export const unmergeableDeviceListSchema = listOf(unmergeableDeviceSchema).meta({ id: 'DeviceKeptApartList' })
export type UnmergeableDevice = z.infer<typeof unmergeableDeviceSchema>
