import { z } from 'zod'
import { deviceTypeSchema } from '../inventory/device-type.ts'
import { idSchema, listOf, timeSchema } from './common.ts'
import { deviceSchema } from './device.ts'
import { deviceMatchSchema, evidenceSchema } from './device-history.ts'

export const mergeDevicesSchema = z
  .strictObject({
    otherId: idSchema.meta({ description: 'The record that is merged into this one, and goes' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only shows the device as it would be', example: false }),
  })
  .meta({ id: 'MergeDevices' })
export type MergeDevices = z.input<typeof mergeDevicesSchema>

export const overwrittenSchema = z
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

export const deviceMergeSchema = z
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

export const duplicateSchema = z
  .object({
    devices: z
      .array(
        z.object({
          id: idSchema,
          name: z.string().meta({ example: 'pc1' }),
          type: deviceTypeSchema,
          ipAddress: z.string().nullable(),
          macAddress: z.string().nullable(),
          serialNumber: z.string().nullable(),
          firstSeen: timeSchema,
          lastSeen: timeSchema,
        }),
      )
      .length(2)
      .meta({ description: 'The one that was known first comes first' }),
    confidence: confidence.meta({ description: 'From 0 to 1: how sure it is that they are one device' }),
    evidence: z.array(evidenceSchema).meta({ description: 'What they have in common' }),
    against,
    review,
  })
  .meta({ id: 'Duplicate' })
export const duplicateListSchema = listOf(duplicateSchema).meta({ id: 'DuplicateList' })
export type Duplicate = z.infer<typeof duplicateSchema>
