import { z } from 'zod'
import { deviceTypeSchema, snapshotSourceSchema } from '../inventory/device-type.ts'
import { columnField, columnsMax } from '../query/find-field.ts'
import { queryLimits } from '../query/query.ts'
import {
  booleanQuerySchema,
  exportShape,
  idSchema,
  listOf,
  pageQuerySchema,
  text,
  timeQuerySchema,
  timeSchema,
} from './common.ts'
import { auditProblemSchema } from './host-audit.ts'
import { lineSchema } from './line.ts'
import { snapshotContentSchema } from './snapshot.ts'
import { isOneLine, isVisible, oneLineFault, visibleFault } from './visible-text.ts'

const customValueSchema = z.union([z.string(), z.number(), z.boolean()])
export type CustomValue = z.infer<typeof customValueSchema>
export type CustomFields = Record<string, CustomValue>

const deviceTagSchema = z.object({ id: idSchema, name: text('Office') })

export const deviceListItemSchema = z
  .object({
    id: idSchema,
    name: text('pc-17'),
    dnsName: text('pc-17.example.org').nullable(),
    macAddress: text('00:1b:21:3c:9d:f8').nullable(),
    ipAddress: text('192.0.2.17').nullable(),
    serialNumber: text('8XK2PL3').nullable(),
    assetTag: text('INV-0042').nullable(),
    type: deviceTypeSchema,
    manufacturer: text('Dell Inc.').nullable(),
    model: text('OptiPlex 7090').nullable(),
    lastSeen: timeSchema,
    stale: z.boolean().meta({ description: 'Not seen for the number of days in the settings of the site' }),
    archivedAt: timeSchema.nullable().meta({ description: 'null: not archived' }),
    tags: z.array(deviceTagSchema),
    fields: z
      .record(z.string(), z.union([customValueSchema, z.array(customValueSchema)]))
      .optional()
      .meta({
        description:
          'Only in lists with `columns`: their values by name. A field without a value is absent. A field with several values, or of an item, is a list of up to 32',
        example: { 'os.name': 'Debian GNU/Linux', memory: 17179869184, 'supply.level': [8, 80] },
      }),
  })
  .meta({ id: 'DeviceListItem' })
export type DeviceListItem = z.infer<typeof deviceListItemSchema>
export type DeviceFields = NonNullable<DeviceListItem['fields']>
export const deviceListSchema = listOf(deviceListItemSchema).meta({ id: 'DeviceList' })

const sectionOriginSchema = z
  .object({
    readAt: timeSchema,
    source: snapshotSourceSchema,
    snapshotId: idSchema,
    earlier: z
      .array(z.object({ path: text('software[rpm]'), readAt: timeSchema, snapshotId: idSchema }))
      .meta({ description: 'Parts that this snapshot could not read, with the earlier snapshots that they come from' }),
  })
  .nullable()
  .meta({
    id: 'SectionOrigin',
    description: 'The snapshot that a section of the data comes from; null: no snapshot had this section',
  })
export type SectionOrigin = z.infer<typeof sectionOriginSchema>

export const deviceSchema = deviceListItemSchema
  .extend({
    auditId: idSchema.nullable().meta({ description: 'Id of the current snapshot' }),
    auditDate: timeSchema.nullable(),
    auditSource: snapshotSourceSchema.nullable(),
    auditSchedule: text('Every night').nullable().meta({ description: 'Its name' }),
    auditScheduleId: idSchema.nullable(),
    customFields: z
      .record(z.string(), customValueSchema)
      .meta({ example: { owner: 'Facilities', floor: 3, leased: true } }),
    auditProblem: auditProblemSchema.nullable().meta({
      description: 'Set if an earlier scan could read the device and the last one could not; null also with `asOf`',
    }),
    data: snapshotContentSchema.nullable().meta({
      description:
        'Sections of the data. A section that the current snapshot does not have is the last one that was read. null: no snapshot',
    }),
    sections: z
      .object({
        hardware: sectionOriginSchema,
        software: sectionOriginSchema,
        network: sectionOriginSchema,
        customFields: sectionOriginSchema,
      })
      .meta({
        description:
          'When each section of `data` was read, and by which source. An empty list of a section that was read means none; a section that is null here was never read',
      }),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof deviceSchema>

export const deviceAsOfQuerySchema = z.strictObject({
  asOf: timeQuerySchema.optional().meta({ description: 'Returns the device as it was at this time' }),
})

export const customFieldsMax = 128
const customKeyCharsMax = 64
const customValueBytesMax = 4096
const bytesOf = (text: string) => new TextEncoder().encode(text).length

const customFieldsPatchSchema = z
  .record(
    z.string().min(1, 'must not be empty').max(customKeyCharsMax, `at most ${customKeyCharsMax} characters`),
    z
      .union(
        [
          z
            .string()
            .refine((text) => bytesOf(text) <= customValueBytesMax, `at most ${customValueBytesMax} bytes`)
            .refine(isVisible, visibleFault),
          z.number(),
          z.boolean(),
        ],
        'must be text, a number, true or false, or null to remove it',
      )
      .nullable(),
  )
  // A stored field with such a name can still be removed.
  .superRefine((fields, context) => {
    for (const [key, value] of Object.entries(fields)) {
      if (value !== null && !isOneLine(key)) context.addIssue({ code: 'custom', path: [key], message: oneLineFault })
    }
  })
  .meta({
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: `Merge patch: null removes a key. At most ${customFieldsMax} keys of up to ${customKeyCharsMax} characters; text of up to ${customValueBytesMax} bytes`,
    example: { owner: 'Facilities', floor: 3, leased: true, oldKey: null },
  })

/** Fields of a device that people edit; all other fields come from audits. */
export const patchDeviceSchema = z
  .strictObject({
    assetTag: lineSchema(128)
      .transform((text) => (text === '' ? null : text))
      .nullable()
      .meta({ example: 'INV-0042' }),
    customFields: customFieldsPatchSchema,
    auditScheduleId: idSchema.nullable().meta({ description: 'Audit schedule of the site; null for none' }),
  })
  .partial()
  .meta({
    id: 'PatchDevice',
    example: { assetTag: 'INV-0042', customFields: { owner: 'Facilities', floor: 3, leased: true, oldKey: null } },
  })
export type PatchDevice = z.infer<typeof patchDeviceSchema>

export const deviceTagListSchema = listOf(deviceTagSchema).meta({ id: 'DeviceTagList' })
export type DeviceTagList = z.infer<typeof deviceTagListSchema>

/** Names a tag by its id or by its name, in any case of letters. */
export const attachTagSchema = z
  .strictObject({ tagId: idSchema, tagName: z.string().min(1, 'must not be empty').max(200) })
  .partial()
  .refine(
    ({ tagId, tagName }) => (tagId === undefined) !== (tagName === undefined),
    'must have exactly one of tagId, tagName',
  )
  .meta({ id: 'AttachTag', example: { tagName: 'Office' } })
export type AttachTag = z.infer<typeof attachTagSchema>

const deviceSorts = ['name', 'lastSeen', 'ipAddress', 'type'] as const
const deviceSortSchema = z.enum([...deviceSorts, '-name', '-lastSeen', '-ipAddress', '-type'])

const columnsSchema = z
  .string()
  .min(1)
  .max(4_000)
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .superRefine((names, context) => {
    const unknown = names.find((name) => !columnField(name))
    const problem =
      unknown === undefined ? `at most ${columnsMax} columns` : `‘${unknown.slice(0, 64)}’ is not a field of devices`
    if (unknown !== undefined || names.length > columnsMax) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({
    type: 'string',
    example: 'os.name,memory,supply.level,custom.owner',
    description: `Fields of the query language, by name, that each device of the answer has in \`fields\`, and the columns of CSV after id and name. Up to ${columnsMax}`,
  })

export const deviceQuerySchema = pageQuerySchema.extend({
  type: deviceTypeSchema.optional(),
  tag: z.string().min(1).max(200).optional().meta({ description: 'Tag name or tag id' }),
  q: z.string().max(200).optional().meta({
    description:
      'Part of the name, DNS name, MAC (any notation), IP address, serial number or asset tag; case-insensitive',
  }),
  query: z.string().min(1).max(queryLimits.characters).optional().meta({
    description:
      'Only devices that meet this query, such as `type = printer and supply(level < 10%)`. See the query language in the documentation. A query that would read too many devices one by one is refused with the reason',
  }),
  columns: columnsSchema.optional(),
  segmentId: idSchema.optional().meta({ description: 'Only devices of this segment' }),
  source: snapshotSourceSchema.optional().meta({ description: 'Only devices whose newest snapshot has this origin' }),
  softwareId: idSchema.optional().meta({
    description: 'Only devices with this product of the software catalog, or with any version of this name group',
  }),
  changedSince: timeQuerySchema.optional().meta({ description: 'Only devices added or changed at this time or later' }),
  lastSeenBefore: timeQuerySchema.optional().meta({ description: 'Only devices not seen since' }),
  lastSeenSince: timeQuerySchema.optional().meta({ description: 'Only devices seen at this time or later' }),
  firstSeenSince: timeQuerySchema.optional().meta({ description: 'Only devices first seen at this time or later' }),
  manufacturer: z.string().min(1).max(512).optional().meta({ description: 'Exact value' }),
  hasManufacturer: booleanQuerySchema
    .optional()
    .meta({ description: 'true: only devices with a manufacturer; false: only devices without one' }),
  stale: booleanQuerySchema.optional().meta({
    description:
      'true: only stale devices; false: only others. Updated within an hour after the day on which a device becomes stale',
  }),
  auditProblem: booleanQuerySchema.optional().meta({
    description: 'true: only devices that an earlier scan could read and the last one could not; false: only others',
  }),
  archived: booleanQuerySchema
    .optional()
    .meta({ description: 'true: the archived devices, which no other list contains' }),
  asOf: timeQuerySchema.optional().meta({
    description:
      'Returns the devices as they were at this time. Works with q, type, tag, segmentId, and sort except by lastSeen',
  }),
  format: exportShape.format,
  sort: deviceSortSchema.default('name').meta({ description: 'Prefix `-`: descending; ties are sorted by id' }),
})
export type DeviceQuery = z.infer<typeof deviceQuerySchema>
