import { z } from 'zod'
import {
  awsSchema,
  azureSchema,
  credentialKindSchema,
  googleCloudSchema,
  ldapSchema,
  requireV3Secrets,
  snmpCommunitySchema,
  snmpV3Schema,
  sshKeySchema,
  sshPasswordSchema,
} from '../messages/credential.ts'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

export type CredentialKind = z.infer<typeof credentialKindSchema>

const name = nameSchema.meta({ example: 'Switches' })

/** Secrets are write-only: they are sealed at rest, never returned and never logged. */
export const createCredentialSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...snmpCommunitySchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...snmpV3Schema.omit({ id: true }).shape, name }),
    z.strictObject({ ...sshPasswordSchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...sshKeySchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...ldapSchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...awsSchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...azureSchema.omit({ id: true }).shape, name }),
    z.strictObject({ ...googleCloudSchema.omit({ id: true }).shape, name }),
  ])
  .superRefine(requireV3Secrets)
  .meta({
    id: 'CreateCredential',
    example: { name: 'Switches', kind: 'snmp-community', version: 'v2c', community: 'an-snmp-community' },
  })
export type CreateCredential = z.infer<typeof createCredentialSchema>

const patchText = z.string().max(32_768).nullable()
/**
 * JSON merge patch (RFC 7396) of the name and of the fields of this kind; null removes an optional field. The result
 * must be valid as a new credential. The kind cannot be changed.
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
    offerToUnknownHosts: z.boolean().nullable(),
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

const { version } = snmpCommunitySchema.shape
const { user, securityLevel, authProtocol, privProtocol, contextName } = snmpV3Schema.shape
/** Fields of a credential that are not secret; each kind has some of them. */
export const shownCredentialSchema = z
  .object({ version, user, securityLevel, authProtocol, privProtocol, contextName })
  .extend({
    username: text('auditor'),
    offerToUnknownHosts: sshPasswordSchema.shape.offerToUnknownHosts.unwrap(),
    accessKeyId: text('AKIAIOSFODNN7EXAMPLE'),
    tenantId: text('example.org'),
    clientId: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'),
  })
  .partial()

export const credentialRecordSchema = z
  .object({
    id: idSchema,
    name: text('Switches'),
    kind: credentialKindSchema,
    createdAt: timeSchema,
    modifiedAt: timeSchema
      .nullable()
      .meta({ description: 'Time of the last change, including a secret; null if never changed' }),
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

export const testCredentialSchema = z
  .strictObject({
    segmentId: idSchema.meta({ description: 'Its Audit Service makes the test' }),
    address: z.string().min(2).max(64).meta({ description: 'An address of the segment', example: '10.20.0.7' }),
  })
  .meta({ id: 'TestCredential' })
export type TestCredential = z.infer<typeof testCredentialSchema>
