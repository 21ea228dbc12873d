import { z } from 'zod'
import { deviceTypeSchema, snapshotSourceSchema } from '../inventory/device-type.ts'
import { idSchema, listOf, pageQuerySchema, timeQuerySchema, timeSchema } from './common.ts'
import { snapshotContentSchema } from './snapshot.ts'

export const deviceListItemSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    dnsName: z.string().nullable(),
    macAddress: z.string().nullable(),
    ipAddress: z.string().nullable(),
    serialNumber: z.string().nullable(),
    assetTag: z.string().nullable(),
    type: deviceTypeSchema,
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
    lastSeen: timeSchema,
    tags: z.array(z.object({ id: idSchema, name: z.string() })),
  })
  .meta({ id: 'DeviceListItem' })
export type DeviceListItem = z.infer<typeof deviceListItemSchema>
export const deviceListSchema = listOf(deviceListItemSchema).meta({ id: 'DeviceList' })

export const deviceSchema = deviceListItemSchema
  .extend({
    auditId: idSchema.nullable().meta({ description: 'Id of the current snapshot' }),
    auditDate: timeSchema.nullable(),
    auditSource: snapshotSourceSchema.nullable(),
    auditSchedule: z.string().nullable(),
    customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    data: snapshotContentSchema.nullable().meta({ description: 'Data of the current snapshot' }),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

export const deviceSorts = ['name', 'lastSeen', 'ipAddress', 'type'] as const
const deviceSortSchema = z.enum([...deviceSorts, '-name', '-lastSeen', '-ipAddress', '-type'])

export const deviceQuerySchema = pageQuerySchema.extend({
  type: deviceTypeSchema.optional(),
  tag: z.string().min(1).max(200).optional().meta({ description: 'Tag name or tag id' }),
  q: z.string().max(200).optional().meta({
    description:
      'Part of the name, DNS name, MAC (any notation), IP address, serial number or asset tag; case-insensitive',
  }),
  segmentId: idSchema.optional(),
  changedSince: timeQuerySchema.optional(),
  lastSeenBefore: timeQuerySchema.optional(),
  format: z.enum(['json', 'csv']).optional().meta({ description: 'Goes before the Accept header' }),
  sort: deviceSortSchema.default('name').meta({ description: '`-` in front: descending; ties are broken by id' }),
})
export type DeviceQuery = z.infer<typeof deviceQuerySchema>
