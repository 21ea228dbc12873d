import { z } from 'zod'
import { deviceTypes } from '../inventory/choices.ts'
import type { DeviceType } from '../inventory/device-type.ts'
import { softwareSchema } from '../inventory/software.ts'
import { idSchema, text, timeSchema } from './common.ts'
import { identityText } from './device-history.ts'
import { exampleSoftware } from './example-device.ts'
import { taskStatusSchema } from './task.ts'

/**
 * The older family (/api/audit-data): audited devices as integrations of release 23.10 read them. Its numbers are
 * stable; `auditDataCodes` says what each means.
 */

/** Returns the deviceTypeId: the index of the type in the list of types, from 1. New types are added at the end. */
export const deviceTypeId = (type: DeviceType): number => deviceTypes.indexOf(type) + 1

export const auditEnableStatus = { unknown: 0, enabled: 1, notPossible: 2, ignored: 3 } as const
export const auditCheck = { notTried: 0, succeeded: 1, failed: 2, notApplicable: 3 } as const
export const clientType = { user: 1, app: 2, service: 3, agent: 4, system: 5 } as const

const codeSchema = z.object({ id: z.int(), name: text('computer') })

export const auditDataCodesSchema = z
  .object({
    deviceTypes: z.array(codeSchema),
    deviceSubTypes: z.array(codeSchema),
    auditEnableStatus: z.array(codeSchema),
    auditStatus: z.array(codeSchema).meta({ description: 'Description of each field of auditStatus' }),
    clientType: z.array(codeSchema).meta({ description: 'Of modifierInfo' }),
  })
  .meta({ id: 'AuditDataCodes' })

const listed = (names: readonly string[], first = 0) => names.map((name, index) => ({ id: index + first, name }))

export const auditDataCodes: z.infer<typeof auditDataCodesSchema> = {
  deviceTypes: listed(deviceTypes, 1),
  deviceSubTypes: [],
  auditEnableStatus: listed(['unknown', 'enabled', 'not possible', 'ignored']),
  auditStatus: listed(['not tried', 'succeeded', 'failed', 'not applicable']),
  clientType: listed(['user', 'app', 'Audit Service', 'agent', 'system'], 1),
}

const modifierInfoSchema = z.object({ clientType: z.int(), title: z.string(), userId: z.string() }).meta({
  description: 'User or app that last changed the record',
  example: { clientType: 3, title: 'Main office', userId: '' },
})
const tagSchema = z.object({ id: idSchema, name: z.string().meta({ example: 'Berlin' }) })

/** The fields of a device that are filtered and returned under `data`. */
export const auditedDataSchema = z.object({
  network: z.object({
    ipAddress: text('192.0.2.17').nullable(),
    macAddress: text('00:1b:21:3c:9d:f8').nullable(),
    dnsName: text('pc-17.example.org').nullable(),
  }),
  hardware: z.object({
    manufacturer: text('Dell Inc.').nullable(),
    model: text('OptiPlex 7090').nullable(),
    serialNumber: text('8XK2PL3').nullable(),
    assetTag: text('IT-0017').nullable(),
  }),
})

export const auditedDeviceSchema = z.object({
  id: idSchema,
  auditId: idSchema,
  legacyAuditId: text('1017').meta({ description: 'Decimal, unique, ascending with each snapshot' }),
  tags: z.array(tagSchema),
  auditDate: timeSchema,
  siteId: idSchema,
  deviceTypeId: z.int(),
  deviceSubTypeId: z.int().nullable(),
  auditServiceId: idSchema.nullable(),
  auditedBy: text('Main office').meta({
    description: 'Name of the Audit Service, host name of the agent, or name of the origin',
  }),
  isAgent: z.boolean(),
  lastAuditTaskId: idSchema.nullable(),
  lastAuditTaskStatus: z.union([taskStatusSchema, z.literal('')]),
  lastAuditTaskDate: timeSchema.nullable(),
  schedulerName: text('Every night'),
  nextAuditDate: timeSchema.nullable(),
  credentialsId: idSchema.nullable(),
  schedulerIds: z.array(idSchema),
  name: text('pc-17'),
  data: auditedDataSchema,
  software: z.array(softwareSchema).meta({ example: exampleSoftware }).nullable(),
  customData: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .meta({ example: { owner: 'Facilities', floor: 3 } })
    .nullable(),
  lastSegmentId: idSchema.nullable(),
  lastSeenDate: timeSchema,
  modifierInfo: modifierInfoSchema.nullable(),
  modified: timeSchema,
})
export type AuditedDevice = z.infer<typeof auditedDeviceSchema>

/** A page of audited devices. With `columns` a record has `id`, the named columns and the named parts of `data`. */
export const auditedDeviceListSchema = z
  .object({
    data: z.array(
      auditedDeviceSchema
        .extend({
          data: z.object({
            network: auditedDataSchema.shape.network.partial().optional(),
            hardware: auditedDataSchema.shape.hardware.partial().optional(),
          }),
        })
        .partial()
        .required({ id: true })
        .meta({ id: 'AuditedDevice' }),
    ),
    nextOffset: z.int().nullable().meta({ description: 'Offset of the next page; null on the last page', example: 50 }),
  })
  .meta({ id: 'AuditedDeviceList' })
export type AuditedDeviceList = z.infer<typeof auditedDeviceListSchema>

const filterOperators = ['eq', 'ne', 'contains', 'startsWith', 'gt', 'ge', 'lt', 'le', 'isNull'] as const
const conditionSchema = z.strictObject({
  column: z.string().max(100).meta({ example: 'data.network.ipAddress' }),
  operator: z.enum(filterOperators),
  value: z
    .union([z.string().max(1000), z.number(), z.boolean()])
    .nullable()
    .optional()
    .meta({ example: '192.0.2.17' }),
})
export type FilterCondition = z.infer<typeof conditionSchema>

/** Maps an empty form field to undefined: a form sends only text. */
const emptyIsNone = (value: unknown): unknown => (value === '' ? undefined : value)
const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : emptyIsNone(value)),
    z.int().min(min, `from ${min} to ${max}`).max(max, `from ${min} to ${max}`).optional(),
  )
const trueOrFalse = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : emptyIsNone(value)),
  z.boolean().default(false),
)

export const auditedDeviceQuerySchema = z
  .strictObject({
    filter: z
      .preprocess(emptyIsNone, z.array(conditionSchema).max(50).nullable().optional())
      .meta({ description: 'Conditions joined by AND; null or empty: no filter' }),
    sorting: z
      .preprocess(
        emptyIsNone,
        z
          .strictObject({ column: z.string().max(100).meta({ example: 'name' }), isDesc: trueOrFalse })
          .nullable()
          .optional(),
      )
      .meta({ description: 'Default: auditDate descending, then id' }),
    columns: z
      .preprocess(
        emptyIsNone,
        z
          .array(z.string().max(100).meta({ example: 'name' }))
          .max(100)
          .nullable()
          .optional(),
      )
      .meta({ description: 'Empty: all parts except software and customData, which are then null' }),
    offset: wholeNumber(0, 999_999_999_999_999).meta({ type: 'integer', minimum: 0, default: 0 }),
    limit: wholeNumber(1, 1000).meta({ type: 'integer', minimum: 1, maximum: 1000, default: 50 }),
  })
  .meta({ id: 'AuditedDeviceQuery' })
export type AuditedDeviceQuery = z.infer<typeof auditedDeviceQuerySchema>

const checkSchema = z.int().min(0).max(3)

export const fullDeviceDataSchema = z
  .object({
    id: idSchema,
    name: text('pc-17'),
    networkAddress: text('192.0.2.17'),
    macAddress: text('00:1b:21:3c:9d:f8'),
    hypervisorPlatform: text('VMware ESXi').nullable(),
    auditId: idSchema,
    dnsName: text('pc-17.example.org'),
    domainWorkgroup: text('EXAMPLE'),
    ipv4Address: text('192.0.2.17'),
    resolvedIpv4Address: text('192.0.2.17').meta({ description: 'The IPv4 address that dnsName belongs to' }),
    manufacturer: text('Dell Inc.'),
    snmpVersion: text('v2c').nullable(),
    snmpSysObjectId: text('1.3.6.1.4.1.9.1.1208').nullable(),
    tags: z.array(tagSchema),
    auditEnableStatus: z.int().min(0).max(3),
    auditEnableErrorMessage: z.string().meta({ example: '' }),
    auditAgentData: z
      .object({ agentId: idSchema, hostname: text('pc-17'), version: text('0.1.0'), lastSeen: timeSchema.nullable() })
      .nullable(),
    auditStatus: z.object({
      dnsCheck: checkSchema,
      agent: checkSchema,
      deviceType: checkSchema,
      testConnection: checkSchema,
      trustedConnection: checkSchema,
      accessError: checkSchema,
      psRemoting: checkSchema,
    }),
    deviceIds: z.array(z.object({ origin: text('serial'), value: identityText })),
    segmentId: idSchema.nullable(),
    deviceTypeId: z.int(),
    deviceSubTypeId: z.int().nullable(),
    auditDataId: idSchema.nullable(),
    modifierInfo: modifierInfoSchema.nullable(),
    modified: timeSchema,
  })
  .meta({ id: 'FullDeviceData' })
export type FullDeviceData = z.infer<typeof fullDeviceDataSchema>
