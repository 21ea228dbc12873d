import { z } from 'zod'
import { deviceTypeSchema, snapshotSourceSchema } from '../inventory/device-type.ts'
import { evidenceKinds } from '../inventory/match.ts'
import { taskKindSchema } from '../messages/task.ts'
import { auditServiceStatusSchema } from './audit-service.ts'
import { editShape } from './change.ts'
import { idSchema, text, timeSchema } from './common.ts'
import { complianceKindSchema } from './compliance.ts'
import { identifierManufacturer, identityText } from './device-history.ts'
import { shownReasonSchema, shownStateSchema } from './host-audit.ts'
import { identityJunkKindSchema } from './identity-junk.ts'
import { ruleSeveritySchema } from './rule.ts'
import { storageProblemSchema } from './snapshot-storage.ts'
import { softwareGroupSchema } from './software.ts'
import { taskRecordSchema, taskStatusSchema } from './task.ts'
import { taskHostSchema } from './task-host.ts'

type Kind<Shape extends z.ZodRawShape> = { description: string; subject: string; data: z.ZodObject<Shape> }

const kind = <Shape extends z.ZodRawShape>(description: string, subject: string, shape: Shape): Kind<Shape> => ({
  description,
  subject,
  data: z.object(shape),
})

const deviceName = text('pc-17').meta({ description: 'Name of the device' })
const device = { name: deviceName }
const segment = { name: text('Head office').meta({ description: 'Name of the segment' }) }
const snapshot = { deviceId: idSchema, auditDate: timeSchema }
const registration = {
  name: text('CMDB').meta({ description: 'Name of the App registration' }),
  expiresAt: timeSchema,
}
const fields = z.array(z.string()).meta({ description: 'Names of the changed fields', example: ['name', 'addresses'] })
const finding = z
  .object({
    kind: complianceKindSchema,
    productId: idSchema,
    name: text('telnetd').optional().meta({ description: 'Name of the product, absent if it was deleted' }),
    version: text('0.17').optional().meta({ description: 'Absent for a rule on all versions' }),
  })
  .meta({ id: 'ComplianceFinding' })
const findings = z.array(finding).max(20)
const ruleFinding = z
  .object({
    ruleId: idSchema,
    rule: text('Supply under 10 %').meta({ description: 'Name of the rule' }),
    severity: ruleSeveritySchema,
    deviceId: idSchema,
    ...device,
    item: text('Gi1/0/6').optional().meta({ description: 'Part of the device, if the finding is about one' }),
    detail: text('Gi1/0/6 lost its link: down')
      .optional()
      .meta({ description: 'The change, if one caused the finding' }),
  })
  .meta({ id: 'RuleFinding' })

/** Maximum number of hosts that an event names. */
export const unreadHostsMax = 20
const unread = z
  .array(
    z
      .object({
        address: taskHostSchema.shape.address,
        deviceId: idSchema.nullable().meta({ description: 'null if nothing was stored of the host' }),
        state: shownStateSchema,
        reason: shownReasonSchema,
        text: text('SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol'),
      })
      .meta({ id: 'UnreadHost' }),
  )
  .max(unreadHostsMax)
  .meta({
    description: `Hosts that the task tried to read and could not, also those that no task ever read: at most ${unreadHostsMax}, the most telling reasons first. The hosts of the task have all`,
  })

/** Data of each type of event: names, ids and the outcome. A reader that needs more reads the resource. */
const kinds = {
  'device.added': kind('A device entered the inventory.', 'device', { ...device, type: deviceTypeSchema }),
  'device.modified': kind('Fields, tags or data of a device changed.', 'device', {
    ...device,
    type: deviceTypeSchema,
    fields: fields.optional().meta({
      description: 'Names of the fields that a person or app edited. Absent if a snapshot or scan changed the device',
      example: ['assetTag', 'tags'],
    }),
  }),
  'device.deleted': kind('A device was deleted.', 'device', device),
  'device.stale': kind('A device was not seen for the time in the settings of the site.', 'device', {
    ...device,
    lastSeen: timeSchema,
  }),
  'device.archived': kind('A device was archived.', 'device', device),
  'device.restored': kind('A device returned from the archive.', 'device', device),
  'device.merged': kind('Another device was merged into this one.', 'device', {
    ...device,
    otherId: idSchema.meta({ description: 'The device that was merged into this one' }),
    mergeId: idSchema.meta({ description: 'For an unmerge' }),
  }),
  'device.collision': kind('Several live devices report one identity.', 'first of the devices', {
    kind: z.enum(evidenceKinds).meta({ example: 'serial' }),
    value: identityText,
    manufacturer: identifierManufacturer,
    deviceIds: z.array(idSchema),
  }),
  'device.unreadable': kind(
    'A scan could not read a device that an earlier scan could read, or not for another reason than before.',
    'device',
    {
      ...device,
      taskId: idSchema,
      reason: shownReasonSchema,
      text: text('SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol'),
    },
  ),
  'device.readable': kind('A scan read a device again.', 'device', device),
  'snapshot.added': kind('A snapshot was stored.', 'snapshot', { ...snapshot, source: snapshotSourceSchema }),
  'snapshot.deleted': kind('A person or app deleted a snapshot.', 'snapshot', snapshot),
  'task.changed': kind('A task has a new status.', 'task', {
    kind: taskKindSchema,
    status: taskStatusSchema,
    hosts: taskRecordSchema.shape.progress
      .pick({ hostsFound: true, audited: true, notAudited: true, failed: true, reasons: true })
      .extend({ unread })
      .optional()
      .meta({ description: 'Set when the task has ended' }),
  }),
  'software.modified': kind('The classification of a product changed.', 'product, or group of one name', {
    name: text('telnetd').meta({ description: 'Name of the product' }),
    version: text('0.17').optional().meta({ description: 'Absent for all versions of a name' }),
    softwareGroup: softwareGroupSchema,
    inScopeTagId: idSchema.nullable(),
  }),
  'compliance.changed': kind('The findings for a device changed.', 'device', {
    ...device,
    missing: z.int().meta({ description: 'Number of Required products that the device lacks now', example: 0 }),
    forbidden: z.int().meta({ description: 'Number of Forbidden products that it has now' }),
    unknown: z.int().meta({
      description: 'Number of Required and Forbidden products of which it is not known whether the device has them',
      example: 0,
    }),
    found: findings.meta({ description: 'New findings, at most 20' }),
    resolved: findings.meta({ description: 'Findings that no longer apply, at most 20', example: [] }),
  }),
  'segment.added': kind('A segment was created.', 'segment', segment),
  'segment.modified': kind('A segment was edited.', 'segment', { ...segment, fields }),
  'segment.deleted': kind('A segment was deleted.', 'segment', segment),
  'record.edited': kind(
    'A person or app edited a record: an entry of the change log with an `editor`.',
    'edited record',
    editShape,
  ),
  'auditService.changed': kind('An Audit Service has a new status.', 'Audit Service', {
    name: text('Hamburg').meta({ description: 'Name of the Audit Service' }),
    status: z.enum([...auditServiceStatusSchema.options, 'Deleted']),
  }),
  'registration.expiring': kind('An App registration expires soon.', 'App registration', registration),
  'registration.expired': kind('An App registration has expired.', 'App registration', registration),
  'offload.failed': kind('Snapshots cannot be copied to the Snapshot storage.', 'site', {
    code: storageProblemSchema,
    detail: text('The specified bucket does not exist.'),
  }),
  'identity.junkLearned': kind('A value of several devices no longer counts as identity.', 'entry of the junk list', {
    kind: identityJunkKindSchema,
    value: identityText,
    manufacturer: identifierManufacturer,
    devices: z.int().meta({ description: 'Number of devices that reported it', example: 3 }),
  }),
  'finding.opened': { description: 'A device meets a rule.', subject: 'finding', data: ruleFinding },
  'finding.resolved': { description: 'A device no longer meets a rule.', subject: 'finding', data: ruleFinding },
} satisfies Record<string, Kind<z.ZodRawShape>>

export type EventType = keyof typeof kinds
/** Event types that a webhook can subscribe to. */
export const eventTypes = Object.keys(kinds) as EventType[]
export const eventTypeSchema = z.enum(eventTypes)

/** Data of an event by its type. */
export type EventData = { [Type in EventType]: z.infer<(typeof kinds)[Type]['data']> }

const envelope = {
  specversion: z.literal('1.0'),
  id: idSchema,
  source: z.string().meta({ description: 'The site', example: '/sites/019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' }),
  time: timeSchema,
  datacontenttype: z.literal('application/json'),
}

/** A CloudEvents 1.0 event in JSON, used for server-sent events and webhooks. */
export type CloudEvent = {
  [Type in EventType]: z.infer<z.ZodObject<typeof envelope>> & {
    type: `rollcall.${Type}`
    subject: string
    data: EventData[Type]
  }
}[EventType]

const eventSchemas = eventTypes.map((type) => {
  const { description, subject, data } = kinds[type]
  const name = type.replace(/(?:^|\.)(.)/g, (_, first: string) => first.toUpperCase())
  return z
    .object({
      ...envelope,
      type: z.literal(`rollcall.${type}`),
      subject: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90').meta({ description: `Id of the ${subject}` }),
      data,
    })
    .meta({ id: `${name}Event`, description })
})

type Choice = (typeof eventSchemas)[number]

/** One schema for each type of event, chosen by `type`. */
export const cloudEventSchema = z
  .discriminatedUnion('type', eventSchemas as [Choice, ...Choice[]])
  .meta({ id: 'Event', description: 'A CloudEvents 1.0 event. `type` decides what `data` contains' })

export const eventStreamQuerySchema = z.strictObject({
  types: z
    .string()
    .transform((text) => text.split(',').map((type) => type.trim()))
    .pipe(z.array(eventTypeSchema))
    .optional()
    .meta({
      type: 'string',
      description: 'Only these types, separated by commas',
      example: 'device.added,device.deleted',
    }),
})

/** Header of a client that reconnects: the `id` of the last event it received. */
export const resumeHeadersSchema = z.object({
  'last-event-id': z.string().max(100).optional().meta({ description: '`id` of the last received event' }),
})
