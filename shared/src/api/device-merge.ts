import { z } from 'zod'
import { idSchema, listOf, timeSchema } from './common.ts'
import { deviceListItemSchema, deviceSchema } from './device.ts'
import { deviceMatchSchema, evidenceSchema } from './device-history.ts'

export const mergeDevicesSchema = z
  .strictObject({
    otherId: idSchema.meta({ description: 'The record to merge into this one; it is removed' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only returns the device as it would be', example: false }),
  })
  .meta({ id: 'MergeDevices' })
export type MergeDevices = z.input<typeof mergeDevicesSchema>

const overwrittenSchema = z
  .object({
    field: z.string().meta({ example: 'customFields.owner' }),
    value: z.string().meta({ description: 'Value of the removed record', example: 'Ada' }),
    kept: z.string().nullable().meta({
      description: 'Value that the device keeps; null for a custom field that exceeded the limit',
      example: 'Facilities',
    }),
  })
  .meta({ id: 'OverwrittenValue' })
export type Overwritten = z.infer<typeof overwrittenSchema>

export const mergedDeviceSchema = z
  .object({
    mergeId: idSchema.nullable().meta({ description: 'Id to undo the merge with; null after a dry run' }),
    device: deviceSchema,
    overwritten: z
      .array(overwrittenSchema)
      .meta({ description: 'Fields in which both had a value; undoing the merge restores them' }),
  })
  .meta({ id: 'MergedDevice' })
export type MergedDevice = z.infer<typeof mergedDeviceSchema>

export const unmergeDeviceSchema = z.strictObject({ mergeId: idSchema }).meta({ id: 'UnmergeDevice' })
export type UnmergeDevice = z.infer<typeof unmergeDeviceSchema>

export const unmergedDevicesSchema = z
  .object({ device: deviceSchema, other: deviceSchema.meta({ description: 'The restored device, with its own id' }) })
  .meta({ id: 'UnmergedDevices' })
export type UnmergedDevices = z.infer<typeof unmergedDevicesSchema>

const deviceMergeSchema = z
  .object({
    id: idSchema,
    otherId: idSchema.meta({ description: 'The merged record' }),
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
  .meta({ id: 'BriefDevice' })

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
        description: 'The record that was seen first comes first',
        example: [
          exampleDevice,
          { ...exampleDevice, id: '019a9d02-77c4-7e51-8f10-2b6a40cc91de', name: '192.0.2.40', type: 'unknown' },
        ],
      }),
    confidence: confidence.meta({ description: 'Confidence from 0 to 1 that they are one device' }),
    evidence: z.array(evidenceSchema).meta({ description: 'Values that both have' }),
    against,
    review,
  })
  .meta({ id: 'Duplicate' })
export const duplicateListSchema = listOf(duplicateSchema).meta({ id: 'DuplicateList' })
export type Duplicate = z.infer<typeof duplicateSchema>
export type BriefDevice = z.infer<typeof briefDeviceSchema>
