import { z } from 'zod'
import { requireV3Secrets, snmpCommunitySchema, snmpV3Schema } from '../messages/credential.ts'
import { idSchema, listOf, nameSchema, text, timeSchema } from './common.ts'

/** The kinds that a scan uses. */
export const snmpCredentialKinds = ['snmp-community', 'snmp-v3'] as const
const credentialKinds = [
  ...snmpCredentialKinds,
  'ssh-password',
  'ssh-key',
  'ldap',
  'aws',
  'azure',
  'google-cloud',
] as const
export type CredentialKind = (typeof credentialKinds)[number]

/** Text of one line: an account, an id. */
const line = (max: number, example: string) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(max, `at most ${max} characters`)
    .refine((text) => /^\P{Cc}*$/u.test(text), 'must not hold control characters')
    .meta({ example })
const secret = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `at most ${max} characters`).meta({ example: 'a-secret' })
const name = nameSchema.meta({ example: 'Switches' })

const kind = <K extends CredentialKind, F extends z.ZodRawShape>(kindName: K, fields: F) =>
  z.strictObject({ name, kind: z.literal(kindName), ...fields })

/** Secrets are write-only: they are sealed at rest, never returned and never logged. */
export const createCredentialSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...snmpCommunitySchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...snmpV3Schema.omit({ id: true }).shape, name }),
    kind('ssh-password', { username: line(256, 'auditor'), password: secret(1024) }),
    kind('ssh-key', {
      username: line(256, 'auditor'),
      privateKey: secret(32_768)
        .regex(/^-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/, 'not a private key in PEM or OpenSSH form')
        .meta({
          description: 'PEM (RFC 7468), or the form of OpenSSH',
          example: '-----BEGIN OPENSSH PRIVATE KEY-----\n…',
        }),
      passphrase: secret(1024).optional(),
    }),
    kind('ldap', {
      username: line(1024, 'cn=auditor,dc=example,dc=org').meta({ description: 'Bind DN or user principal name' }),
      password: secret(1024),
    }),
    kind('aws', {
      accessKeyId: z
        .string()
        .regex(/^\w{16,128}$/, 'not an access key id: 16 to 128 letters and digits')
        .meta({ example: 'AKIAIOSFODNN7EXAMPLE' }),
      secretAccessKey: secret(256),
    }),
    kind('azure', {
      tenantId: line(256, 'example.org').meta({ description: 'Directory (tenant) id, or a domain name of it' }),
      clientId: line(64, '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90').meta({ description: 'Application (client) id' }),
      clientSecret: secret(256),
    }),
    kind('google-cloud', {
      serviceAccountKey: secret(32_768)
        .refine(isJsonObject, 'not a JSON object: paste the whole key file of the service account')
        .meta({
          description: 'The key file of a service account, as JSON text',
          example: '{"type":"service_account"}',
        }),
    }),
  ])
  .superRefine(requireV3Secrets)
  .meta({
    id: 'CreateCredential',
    example: { name: 'Switches', kind: 'snmp-community', version: 'v2c', community: 'an-snmp-community' },
  })
export type CreateCredential = z.infer<typeof createCredentialSchema>

const patchText = z.string().max(32_768).nullable()
/**
 * JSON merge patch (RFC 7396) of the name and of what a credential of this kind holds: null removes what may be left
 * out. What comes of it is as one would create it; the kind stays.
 */
export const patchCredentialSchema = z
  .strictObject({
    name,
    version: patchText,
    community: patchText,
    user: patchText,
    securityLevel: patchText,
    authProtocol: patchText,
    authPassword: patchText,
    privProtocol: patchText,
    privPassword: patchText,
    contextName: patchText,
    username: patchText,
    password: patchText,
    privateKey: patchText,
    passphrase: patchText,
    accessKeyId: patchText,
    secretAccessKey: patchText,
    tenantId: patchText,
    clientId: patchText,
    clientSecret: patchText,
    serviceAccountKey: patchText,
  })
  .partial()
  .meta({ id: 'PatchCredential', example: { name: 'Switches', community: 'an-snmp-community' } })
export type PatchCredential = z.infer<typeof patchCredentialSchema>

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

const { version } = snmpCommunitySchema.shape
const { user, securityLevel, authProtocol, privProtocol, contextName } = snmpV3Schema.shape
/** What of a credential is no secret; each kind has some of it. */
export const shownCredentialSchema = z
  .object({ version, user, securityLevel, authProtocol, privProtocol, contextName })
  .extend({
    username: text('auditor'),
    accessKeyId: text('AKIAIOSFODNN7EXAMPLE'),
    tenantId: text('example.org'),
    clientId: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'),
  })
  .partial()

export const credentialRecordSchema = z
  .object({
    id: idSchema,
    name: text('Switches'),
    kind: z.enum(credentialKinds),
    createdAt: timeSchema,
    modifiedAt: timeSchema
      .nullable()
      .meta({ description: 'When it was changed last, a secret of it too; null where it never was' }),
    ...shownCredentialSchema.shape,
  })
  .meta({
    id: 'Credential',
    example: {
      id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
      name: 'Switches',
      kind: 'snmp-community',
      createdAt: '2026-11-20T08:15:30.123Z',
      modifiedAt: null,
      version: 'v2c',
    },
  })
export const credentialListSchema = listOf(credentialRecordSchema).meta({ id: 'CredentialList' })
export type CredentialRecord = z.infer<typeof credentialRecordSchema>
