import { z } from 'zod'
import { requireV3Secrets, snmpCommunitySchema, snmpV3Schema } from '../messages/credential.ts'
import { idSchema, listOf, nameSchema, timeSchema } from './common.ts'

/** Kinds a segment can carry. Those beyond SNMP are stored and sealed alike, for probes that use them. */
export const credentialKinds = ['snmp-community', 'snmp-v3'] as const

/** Secrets are write-only: they are sealed at rest, never returned and never logged. */
export const createCredentialSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ ...snmpCommunitySchema.omit({ id: true }).shape, name: nameSchema }),
    z.strictObject({ ...snmpV3Schema.omit({ id: true }).shape, name: nameSchema }),
  ])
  .superRefine(requireV3Secrets)
  .meta({ id: 'CreateCredential' })
export type CreateCredential = z.infer<typeof createCredentialSchema>

export const credentialRecordSchema = z
  .object({ id: idSchema, name: z.string(), kind: z.enum(credentialKinds), createdAt: timeSchema })
  .meta({ id: 'Credential' })
export const credentialListSchema = listOf(credentialRecordSchema).meta({ id: 'CredentialList' })
export type CredentialRecord = z.infer<typeof credentialRecordSchema>
