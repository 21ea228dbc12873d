import { z } from 'zod'
import { idSchema } from './common.ts'
import { isOneLine, lineSchema, nameSchema, oneLineFault } from './line.ts'

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
  bucket: optionalLine(255).meta({ description: 'Needed while enabled', example: 'inventory' }),
  prefix: z
    .string()
    .max(512, 'at most 512 characters')
    .regex(/^[A-Za-z0-9!_.*'()/-]*$/, "may hold letters, digits and !_.*'()/-")
    .transform((prefix) => prefix.replace(/^\/+|\/+$/g, ''))
    .meta({ description: 'In front of every object key; no slash at its ends', example: 'rollcall' }),
  accessKeyId: optionalLine(256).meta({ description: 'Needed while enabled', example: 'AKIAIOSFODNN7EXAMPLE' }),
  forcePathStyle: z.boolean().meta({ description: 'Bucket in the path rather than in the host name' }),
})

const uuidText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'not a UUID')
  .meta({ example: '03000200-0400-0500-0006-000700080009' })

const machineIdFallbackSchema = z.strictObject({
  enabled: z.boolean().meta({ description: 'Use the Windows MachineId where the BIOS UUID is junk' }),
  treatEmptyAsJunk: z.boolean(),
  junkBiosUuids: z.array(uuidText).max(1000).meta({ description: 'Junk beside those that are known as such' }),
})

const retentionSchema = z.strictObject({
  snapshotsPerDevice: atMost(1_000_000).meta({ description: '0: all' }),
  snapshotDays: atMost(36_500).meta({ description: '0: for ever' }),
  changeLogDays: atMost(36_500).meta({ description: '0: for ever' }),
  staleDeviceDays: atMost(36_500).meta({
    description: 'A device not seen for this long is marked as stale; 0: none is',
  }),
  archiveDeviceDays: atMost(36_500).meta({
    description: 'A device not seen for this long, nor restored, is archived, until it is seen again; 0: never',
  }),
  deleteDeviceDays: atMost(36_500).meta({
    description: 'A device not seen for this long, nor restored, is deleted, whether it is archived or not; 0: never',
  }),
  archiveOnDelete: z.boolean().meta({
    description: 'DELETE archives a device, and deletes only one that is archived already',
  }),
  confirmAbovePercent: atMost(100).meta({
    description:
      'A run that would delete, archive or mark as stale more than this share of the devices, or delete more than this share of the snapshots, waits until an Administrator confirms its alert; 100: none does',
  }),
  confirmAboveDevices: atMost(1_000_000).meta({
    description: 'A run that changes so many devices at most never waits',
  }),
  confirmAboveSnapshots: atMost(1_000_000_000).meta({
    description: 'A run that deletes so many snapshots at most never waits',
  }),
})

const isTimeZone = (name: string): boolean => {
  try {
    // Intl accepts a mere offset such as +01:00, which has no name and no daylight saving time.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/** IANA time zone name. */
export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'not a time zone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' })

export const quotaSchema = z.strictObject({
  monthlyTransactions: atMost(1_000_000_000_000).meta({
    description:
      '0: unlimited. With one that is used up already, the next call of every App registration is refused, also the one that would raise it: until the recharge only `rollcall quota` on the collector’s machine does.',
  }),
  rechargeDay: z
    .int()
    .min(1)
    .max(28)
    .meta({ description: 'Day of the month, at 00:00 in timeZone, on which counting begins anew' }),
  timeZone: timeZoneSchema,
})

export const workloadSchema = z.strictObject({
  perSecond: atMost(1_000_000).meta({ description: 'Calls of one registration; 0: unlimited' }),
  perMinute: atMost(60_000_000).meta({ description: 'Calls of one registration; 0: unlimited' }),
})

const sshSchema = z.strictObject({
  requireKnownHostKeys: z.boolean().meta({
    description:
      'Whether a host whose SSH host key its Audit Service does not know gets neither a password nor a key login. Known are the keys of earlier audits and those added by `rollcall audit-service trust-host-key`. The `ssh` probe of the audit shows the key and this reason',
  }),
})

const smtpSchema = z.strictObject({
  host: optionalLine(253).meta({
    description: 'null: no mail is sent. With another host the password is removed, unless the same PATCH gives one',
    example: 'mail.example.org',
  }),
  port: z.int().min(1).max(65_535).meta({ example: 587 }),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .meta({ description: 'tls from the first byte, STARTTLS required, or plain' }),
  username: optionalLine(256).meta({ description: 'Goes with a password', example: 'rollcall' }),
  from: z.email().max(254).nullable().meta({ description: 'Needed with a host', example: 'rollcall@example.org' }),
})

/** Event types that a webhook can subscribe to; `*` means all. */
export const eventTypes = [
  'device.added',
  'device.modified',
  'device.deleted',
  'device.stale',
  'device.archived',
  'device.restored',
  'device.merged',
  'device.collision',
  'snapshot.added',
  'snapshot.deleted',
  'task.changed',
  'software.modified',
  'compliance.changed',
  'segment.added',
  'segment.modified',
  'segment.deleted',
  'auditService.changed',
  'registration.expiring',
  'registration.expired',
  'offload.failed',
  'identity.junkLearned',
] as const
export const eventTypeSchema = z.enum(eventTypes)
export type EventType = z.infer<typeof eventTypeSchema>

const webhookSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.meta({ example: 'Ticketing' }),
  url: httpUrl.meta({
    description:
      'https:// to a public address. Private addresses, and http://, are open only where the operator of the collector allows them (`ROLLCALL_OUTBOUND_ALLOW`). A closed address is refused at once; the addresses of a name are checked at each delivery',
    example: 'https://hooks.example.org/rollcall',
  }),
  enabled: z.boolean(),
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
      'Has no effect. Only the operator of the collector opens addresses that are closed to webhooks (`ROLLCALL_OUTBOUND_ALLOW`)',
  }),
})

/** Settings of one site. Secrets are left out: the response says only if they are set. */
export const siteSettingsSchema = z
  .object({
    snapshotStorage: snapshotStorageSchema.extend({ secretAccessKeySet: z.boolean() }),
    machineIdFallback: machineIdFallbackSchema,
    retention: retentionSchema,
    quota: quotaSchema,
    workload: workloadSchema,
    ssh: sshSchema,
    notifications: notificationSettingsSchema.extend({
      smtp: smtpSchema.extend({ passwordSet: z.boolean() }),
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
          secret: webhookSecretSchema.optional().meta({ description: 'Made by this PATCH, and shown this once' }),
        }),
      ),
    }),
  })
  .meta({ id: 'PatchedSiteSettings' })
export type PatchedSiteSettings = z.infer<typeof patchedSiteSettingsSchema>

const webhookPatchSchema = webhookSchema.extend({
  id: idSchema.optional().meta({ description: 'Of a webhook that is there; one without id is new' }),
  enabled: z.boolean().default(true),
  secret: webhookSecretSchema.optional().meta({
    description: 'Write-only. When absent, a webhook that is there keeps its own, and one is made for a new one',
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
    notifications: notificationSettingsSchema
      .extend({
        smtp: smtpSchema.extend({ password: secret }).partial(),
        webhooks: z.array(webhookPatchSchema).max(50),
      })
      .partial(),
  })
  .partial()
  .meta({ id: 'PatchSiteSettings' })
export type PatchSiteSettings = z.infer<typeof patchSiteSettingsSchema>

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
  notifications: {
    smtp: { host: null, port: 587, security: 'starttls', username: null, from: null, passwordSet: false },
    recipients: [],
    webhooks: [],
    allowPrivateWebhooks: false,
  },
}
