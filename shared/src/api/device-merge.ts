import { z } from 'zod'
import { idSchema, listOf, timeSchema } from './common.ts'
import { deviceListItemSchema, deviceSchema } from './device.ts'
import { deviceMatchSchema, evidenceSchema } from './device-history.ts'

export const mergeDevicesSchema = z
  .strictObject({
    otherId: idSchema.meta({ description: 'The record that is merged into this one, and goes' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only shows the device as it would be', example: false }),
  })
  .meta({ id: 'MergeDevices' })
export type MergeDevices = z.input<typeof mergeDevicesSchema>

const overwrittenSchema = z
  .object({
    field: z.string().meta({ example: 'customFields.owner' }),
    value: z.string().meta({ description: 'What the record that went had', example: 'Ada' }),
    kept: z.string().nullable().meta({
      description: 'What the device has instead; null for a custom field that it had no place left for',
      example: 'Facilities',
    }),
  })
  .meta({ id: 'OverwrittenValue' })
export type Overwritten = z.infer<typeof overwrittenSchema>

export const mergedDeviceSchema = z
  .object({
    mergeId: idSchema.nullable().meta({ description: 'What undoes it; null after a dry run' }),
    device: deviceSchema,
    overwritten: z.array(overwrittenSchema).meta({ description: 'What both had; it comes back when this is undone' }),
  })
  .meta({ id: 'MergedDevice' })
export type MergedDevice = z.infer<typeof mergedDeviceSchema>

export const unmergeDeviceSchema = z.strictObject({ mergeId: idSchema }).meta({ id: 'UnmergeDevice' })
export type UnmergeDevice = z.infer<typeof unmergeDeviceSchema>

export const unmergedDevicesSchema = z
  .object({ device: deviceSchema, other: deviceSchema.meta({ description: 'Under its own id again' }) })
  .meta({ id: 'UnmergedDevices' })
export type UnmergedDevices = z.infer<typeof unmergedDevicesSchema>

const deviceMergeSchema = z
  .object({
    id: idSchema,
    otherId: idSchema.meta({ description: 'The record that was merged away' }),
    otherName: z.string().meta({ example: 'pc1' }),
    mergedAt: timeSchema,
    mergedBy: z.string().meta({ example: 'Inventory sync' }),
    undoneAt: timeSchema.nullable(),
    undoneBy: z.string().nullable().meta({ example: null }),
    overwritten: z.array(overwrittenSchema),
  })
  .meta({ id: 'DeviceMerge' })
export const deviceMergeListSchema = listOf(deviceMergeSchema).meta({ id: 'DeviceMergeList' })
export type DeviceMerge = z.infer<typeof deviceMergeSchema>

const { against, confidence, review } = deviceMatchSchema.shape

/** The fields that let a person tell devices apart. */
export const briefDeviceSchema = deviceListItemSchema
  .pick({ id: true, name: true, type: true, ipAddress: true, macAddress: true, serialNumber: true })
  .extend({ firstSeen: timeSchema, lastSeen: timeSchema })

const exampleDevice = {
  id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  name: 'pc-17',
  type: 'computer',
  ipAddress: '192.0.2.17',
  macAddress: '00:1b:21:3c:9d:f8',
  serialNumber: '8XK2PL3',
  firstSeen: '2026-03-02T06:12:00.000Z',
  lastSeen: '2026-11-20T08:15:30.123Z',
}

const duplicateSchema = z
  .object({
    devices: z
      .array(briefDeviceSchema)
      .length(2)
      .meta({
        description: 'The one that was known first comes first',
        example: [
          exampleDevice,
          { ...exampleDevice, id: '019a9d02-77c4-7e51-8f10-2b6a40cc91de', name: '192.0.2.40', type: 'unknown' },
        ],
      }),
    confidence: confidence.meta({ description: 'From 0 to 1: how sure it is that they are one device' }),
    evidence: z.array(evidenceSchema).meta({ description: 'What they have in common' }),
    against,
    review,
  })
  .meta({ id: 'Duplicate' })
export const duplicateListSchema = listOf(duplicateSchema).meta({ id: 'DuplicateList' })
export type Duplicate = z.infer<typeof duplicateSchema>
export type BriefDevice = z.infer<typeof briefDeviceSchema>
