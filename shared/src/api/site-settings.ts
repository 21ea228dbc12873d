import { z } from 'zod'
import { intervalMinutesMin, minutesMax } from '../messages/agent-schedule.ts'
import { leaveOutChoices } from '../messages/agent-settings.ts'
import { idSchema } from './common.ts'
import { eventTypeSchema, eventTypes } from './event.ts'
import { lineSchema, nameSchema } from './line.ts'
import { dateFormatSchema, timeZoneSchema } from './time-display.ts'
import { isOneLine, oneLineFault } from './visible-text.ts'

/** One line of text; an empty one is stored as null. */
const optionalLine = (max: number) =>
  lineSchema(max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: ({ input }) => (typeof input === 'string' ? 'must be an http:// or https:// address' : undefined),
  })
  .max(2048, 'at most 2048 characters')
  .refine(isOneLine, oneLineFault)
  // The user name and password would be visible to everyone who sees the URL.
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, 'must hold no user name or password')
const secret = z
  .string()
  .min(1, 'must not be empty; null removes it')
  .max(1024, 'at most 1024 characters')
  .nullable()
  .meta({ description: 'Write-only; null removes it', example: 'a-secret' })
const atMost = (max: number) => z.int().min(0).max(max)

const snapshotStorageSchema = z.strictObject({
  enabled: z.boolean(),
  endpoint: httpUrl
    .refine((text) => !/[?#]/.test(text), 'must hold no query or fragment')
    .nullable()
    .meta({
      description: 'Address of the S3-compatible service; null: Amazon S3 itself',
      example: 'https://s3.example.org',
    }),
  region: lineSchema(64).min(1).meta({ example: 'us-east-1' }),
  bucket: optionalLine(255).meta({ description: 'Required if enabled', example: 'inventory' }),
  prefix: z
    .string()
    .max(512, 'at most 512 characters')
    .regex(/^[A-Za-z0-9!_.*'()/-]*$/, "may hold letters, digits and !_.*'()/-")
    .transform((prefix) => prefix.replace(/^\/+|\/+$/g, ''))
    .meta({ description: 'Prefix of every object key, without leading and trailing slashes', example: 'rollcall' }),
  accessKeyId: optionalLine(256).meta({ description: 'Required if enabled', example: 'AKIAIOSFODNN7EXAMPLE' }),
  forcePathStyle: z.boolean().meta({ description: 'Puts the bucket into the path instead of the host name' }),
})

const uuidText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'not a UUID')
  .meta({ example: '03000200-0400-0500-0006-000700080009' })

const machineIdFallbackSchema = z.strictObject({
  enabled: z.boolean().meta({ description: 'Use the Windows MachineId if the BIOS UUID is junk' }),
  treatEmptyAsJunk: z.boolean(),
  junkBiosUuids: z.array(uuidText).max(1000).meta({ description: 'Further junk UUIDs besides the built-in ones' }),
})

const retentionSchema = z.strictObject({
  snapshotsPerDevice: atMost(1_000_000).meta({ description: '0: all' }),
  snapshotDays: atMost(36_500).meta({ description: '0: for ever' }),
  changeLogDays: atMost(36_500).meta({ description: '0: for ever' }),
  staleDeviceDays: atMost(36_500).meta({
    description: 'A device not seen for this long is stale; 0: never',
  }),
  archiveDeviceDays: atMost(36_500).meta({
    description: 'A device neither seen nor restored for this long is archived until it is seen again; 0: never',
  }),
  deleteDeviceDays: atMost(36_500).meta({
    description: 'A device neither seen nor restored for this long is deleted, archived or not; 0: never',
  }),
  archiveOnDelete: z.boolean().meta({
    description: 'DELETE archives a device; only an archived device is deleted',
  }),
  confirmAbovePercent: atMost(100).meta({
    description:
      'A retention run that would delete, archive or mark as stale more than this percentage of the devices, or delete more than this percentage of the snapshots, waits until an Administrator confirms its alert; 100: no run waits',
  }),
  confirmAboveDevices: atMost(1_000_000).meta({
    description: 'A run that changes at most this number of devices never waits',
  }),
  confirmAboveSnapshots: atMost(1_000_000_000).meta({
    description: 'A run that deletes at most this number of snapshots never waits',
  }),
})

export const quotaSchema = z.strictObject({
  monthlyTransactions: atMost(1_000_000_000_000).meta({
    description:
      '0: unlimited. Once the quota is used up, every call of an App registration is refused, including one that would raise the quota. Until the recharge only `rollcall quota` on the machine of the collector raises it.',
  }),
  rechargeDay: z
    .int()
    .min(1)
    .max(28)
    .meta({ description: 'Day of the month on which counting restarts, at 00:00 in timeZone' }),
  timeZone: timeZoneSchema,
})

export const displaySchema = z.strictObject({
  dateFormat: dateFormatSchema.meta({ description: 'Format of dates, for users who have not chosen another' }),
  timeZone: timeZoneSchema.nullable().meta({
    description: 'Time zone of all shown times, for users who have not chosen another; null: that of the browser',
  }),
})

export const workloadSchema = z
  .strictObject({
    perSecond: atMost(1_000_000).meta({ description: 'Limit for each registration; 0: unlimited' }),
    perMinute: atMost(60_000_000).meta({ description: 'Limit for each registration; 0: unlimited' }),
  })
  .meta({ id: 'WorkloadLimits' })

const sshSchema = z.strictObject({
  requireKnownHostKeys: z.boolean().meta({
    description:
      'If true, a host with an unknown SSH host key gets neither a password nor a key login. Known keys are those of earlier audits and those added by `rollcall audit-service trust-host-key`. The `ssh` probe of the audit shows the key and this reason',
  }),
})

const minutes = (min: number) => z.int().min(min).max(minutesMax).nullable()
const agentsSchema = z.strictObject({
  intervalMinutes: minutes(intervalMinutesMin).meta({
    description: 'Interval of the snapshots of each agent; null: 60 minutes',
    example: 60,
  }),
  jitterMinutes: minutes(0).meta({
    description:
      'Period over which the agents spread their snapshots, at most the interval; null: five sixths of the interval. Each agent keeps its own place in it',
    example: 50,
  }),
  leaveOut: z.enum(leaveOutChoices).nullable().meta({
    description:
      'Data about people that agents leave out before they send. sign-ins: who is signed in, and times of signing in. accounts: sign-ins, accounts, and the users of services and open ports. null: nothing',
  }),
})

const smtpSchema = z.strictObject({
  host: optionalLine(253).meta({
    description: 'null: no mail is sent. Changing the host removes the password, unless the same PATCH sets one',
    example: 'mail.example.org',
  }),
  port: z.int().min(1).max(65_535).meta({ example: 587 }),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .meta({ description: 'tls from the first byte, STARTTLS required, or plain' }),
  username: optionalLine(256).meta({ description: 'Required with a password', example: 'rollcall' }),
  from: z.email().max(254).nullable().meta({ description: 'Required with a host', example: 'rollcall@example.org' }),
})

const webhookSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.meta({ example: 'Ticketing' }),
  url: httpUrl.meta({
    description:
      'An https:// URL of a public address. Private addresses and http:// need the permission of the operator of the collector (`ROLLCALL_OUTBOUND_ALLOW`). A forbidden address is refused at once; the addresses of a name are checked at each delivery',
    example: 'https://hooks.example.org/rollcall',
  }),
  enabled: z.boolean(),
  /** `*` means all. */
  events: z
    .array(z.union([eventTypeSchema, z.literal('*')]))
    .min(1)
    .max(eventTypes.length),
})

const notificationSettingsSchema = z.strictObject({
  smtp: smtpSchema,
  recipients: z.array(z.email().max(254)).max(100),
  webhooks: z.array(webhookSchema).max(50),
  allowPrivateWebhooks: z.boolean().meta({
    deprecated: true,
    description:
      'Has no effect. Only the operator of the collector can allow further addresses for webhooks (`ROLLCALL_OUTBOUND_ALLOW`)',
  }),
})

/** Settings of one site. Secrets are left out: the response says only if they are set. */
export const siteSettingsSchema = z
  .object({
    snapshotStorage: snapshotStorageSchema
      .extend({ secretAccessKeySet: z.boolean() })
      .meta({ id: 'SnapshotStorageSettings' }),
    machineIdFallback: machineIdFallbackSchema.meta({ id: 'MachineIdFallbackSettings' }),
    retention: retentionSchema.meta({ id: 'RetentionSettings' }),
    quota: quotaSchema.meta({ id: 'QuotaSettings' }),
    workload: workloadSchema,
    ssh: sshSchema.meta({ id: 'SshSettings' }),
    agents: agentsSchema.meta({ id: 'AgentSettings' }),
    display: displaySchema.meta({ id: 'DisplaySettings' }),
    notifications: notificationSettingsSchema.extend({
      smtp: smtpSchema.extend({ passwordSet: z.boolean() }).meta({ id: 'SmtpSettings' }),
      webhooks: z.array(webhookSchema.extend({ secretSet: z.boolean() })),
    }),
  })
  .meta({ id: 'SiteSettings' })
export type SiteSettings = z.infer<typeof siteSettingsSchema>

const webhookSecretSchema = z
  .string()
  .regex(
    /^whsec_(([A-Za-z0-9+/]{4}){8,20}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|([A-Za-z0-9+/]{4}){21}([A-Za-z0-9+/]{2}==)?)$/,
    'must be whsec_ and the base64 of 24 to 64 bytes',
  )
  .meta({ example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })

/** Response to a PATCH: the settings, and once the secrets created for webhooks. */
export const patchedSiteSettingsSchema = siteSettingsSchema
  .extend({
    notifications: siteSettingsSchema.shape.notifications.extend({
      webhooks: z.array(
        siteSettingsSchema.shape.notifications.shape.webhooks.element.extend({
          secret: webhookSecretSchema.optional().meta({ description: 'Created by this PATCH and returned only here' }),
        }),
      ),
    }),
  })
  .meta({ id: 'PatchedSiteSettings' })
export type PatchedSiteSettings = z.infer<typeof patchedSiteSettingsSchema>

const webhookPatchSchema = webhookSchema.extend({
  id: idSchema.optional().meta({ description: 'Id of an existing webhook; a webhook without an id is new' }),
  enabled: z.boolean().default(true),
  secret: webhookSecretSchema.optional().meta({
    description: 'Write-only. If absent, an existing webhook keeps its secret, and a new webhook gets a generated one',
  }),
})

/** JSON merge patch (RFC 7396): absent fields stay, arrays are replaced as a whole. */
export const patchSiteSettingsSchema = z
  .strictObject({
    snapshotStorage: snapshotStorageSchema.extend({ secretAccessKey: secret }).partial(),
    machineIdFallback: machineIdFallbackSchema.partial(),
    retention: retentionSchema.partial(),
    quota: quotaSchema.partial(),
    workload: workloadSchema.partial(),
    ssh: sshSchema.partial(),
    agents: agentsSchema.partial(),
    display: displaySchema.partial(),
    notifications: notificationSettingsSchema
      .extend({
        smtp: smtpSchema.extend({ password: secret }).partial(),
        webhooks: z.array(webhookPatchSchema).max(50),
      })
      .partial(),
  })
  .partial()
  .meta({
    id: 'PatchSiteSettings',
    // Without retention: whoever sends an example must lose nothing.
    example: {
      notifications: {
        webhooks: [{ name: 'Ticketing', url: 'https://hooks.example.org/rollcall', events: ['device.added'] }],
      },
    },
  })
export type PatchSiteSettings = z.infer<typeof patchSiteSettingsSchema>

/** Snapshot storage settings to test before they are saved. Absent fields, including the secret, are taken from the stored settings. */
export const testSnapshotStorageSchema = patchSiteSettingsSchema.shape.snapshotStorage
  .unwrap()
  .meta({ id: 'TestSnapshotStorage', example: { endpoint: 'https://minio.example:9000', bucket: 'snapshots' } })
export type TestSnapshotStorage = z.infer<typeof testSnapshotStorageSchema>

export const defaultSiteSettings: SiteSettings = {
  snapshotStorage: {
    enabled: false,
    endpoint: null,
    region: 'us-east-1',
    bucket: null,
    prefix: '',
    accessKeyId: null,
    forcePathStyle: true,
    secretAccessKeySet: false,
  },
  machineIdFallback: { enabled: false, treatEmptyAsJunk: false, junkBiosUuids: [] },
  retention: {
    snapshotsPerDevice: 0,
    snapshotDays: 0,
    changeLogDays: 0,
    staleDeviceDays: 0,
    archiveDeviceDays: 0,
    deleteDeviceDays: 0,
    archiveOnDelete: false,
    confirmAbovePercent: 25,
    confirmAboveDevices: 20,
    confirmAboveSnapshots: 1_000,
  },
  quota: { monthlyTransactions: 0, rechargeDay: 1, timeZone: 'UTC' },
  workload: { perSecond: 0, perMinute: 0 },
  ssh: { requireKnownHostKeys: false },
  agents: { intervalMinutes: null, jitterMinutes: null, leaveOut: null },
  display: { dateFormat: 'browser', timeZone: null },
  notifications: {
    smtp: { host: null, port: 587, security: 'starttls', username: null, from: null, passwordSet: false },
    recipients: [],
    webhooks: [],
    allowPrivateWebhooks: false,
  },
}
