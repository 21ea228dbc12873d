import { z } from 'zod'
import { hostCredentialKinds } from '../api/choices.ts'
import { lineSchema } from '../api/line.ts'

/** Authentication protocols of SNMPv3: HMAC-MD5-96 and HMAC-SHA-96 (RFC 3414), HMAC-SHA-2 (RFC 7860). */
const snmpAuthProtocols = ['MD5', 'SHA', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const
const snmpAuthProtocolSchema = z.enum(snmpAuthProtocols)
export type SnmpAuthProtocol = z.infer<typeof snmpAuthProtocolSchema>

/**
 * Privacy protocols of SNMPv3: CBC-DES (RFC 3414) and CFB-AES-128 (RFC 3826). Longer keys use the key extension of the
 * Blumenthal draft; with `-C` they use the one of the Reeder draft, as Cisco devices do.
 */
const snmpPrivProtocols = ['DES', 'AES-128', 'AES-192', 'AES-256', 'AES-192-C', 'AES-256-C'] as const
const snmpPrivProtocolSchema = z.enum(snmpPrivProtocols)
export type SnmpPrivProtocol = z.infer<typeof snmpPrivProtocolSchema>

const snmpSecurityLevels = ['noAuthNoPriv', 'authNoPriv', 'authPriv'] as const
const snmpSecurityLevelSchema = z.enum(snmpSecurityLevels)

const id = z.string().min(1).max(64).optional()
/** RFC 3414 section 11.2: at least eight characters. */
const passphrase = z
  .string()
  .min(8, 'an SNMPv3 passphrase has at least 8 characters (RFC 3414)')
  .max(1024)
  .meta({ example: 'a-long-passphrase' })

export const snmpCommunitySchema = z.strictObject({
  id,
  kind: z.literal('snmp-community'),
  version: z.enum(['v1', 'v2c']),
  community: z.string().min(1).max(255).meta({ example: 'an-snmp-community' }),
})
export type SnmpCommunityCredential = z.infer<typeof snmpCommunitySchema>

/** The fields alone, for schemas that extend them; `requireV3Secrets` adds the rules of the security level. */
export const snmpV3Schema = z.strictObject({
  id,
  kind: z.literal('snmp-v3'),
  /** msgUserName: 1 to 32 characters. */
  user: lineSchema(32).min(1).meta({ example: 'auditor' }),
  securityLevel: snmpSecurityLevelSchema,
  authProtocol: snmpAuthProtocolSchema.optional(),
  authPassword: passphrase.optional(),
  privProtocol: snmpPrivProtocolSchema.optional(),
  privPassword: passphrase.optional(),
  contextName: lineSchema(32).meta({ example: 'vlan-12' }).optional(),
})
export type SnmpV3Credential = z.infer<typeof snmpV3Schema>

const needed = {
  noAuthNoPriv: [],
  authNoPriv: ['authProtocol', 'authPassword'],
  authPriv: ['authProtocol', 'authPassword', 'privProtocol', 'privPassword'],
} as const

/** Refinement for `superRefine`: a v3 credential must contain the secrets that its security level needs. */
export function requireV3Secrets(value: { kind: string } | SnmpV3Credential, context: z.RefinementCtx): void {
  if (!('securityLevel' in value)) return
  for (const field of needed[value.securityLevel]) {
    if (value[field] !== undefined) continue
    context.addIssue({ code: 'custom', path: [field], message: `required for security level ${value.securityLevel}` })
  }
}

/** A credential for SNMP. It holds secrets: sealed on the wire, never logged. */
export const snmpCredentialSchema = z
  .discriminatedUnion('kind', [snmpCommunitySchema, snmpV3Schema])
  .superRefine(requireV3Secrets)
export type SnmpCredential = z.infer<typeof snmpCredentialSchema>

const line = (max: number, example: string) => lineSchema(max).min(1, 'must not be empty').meta({ example })
const secret = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `at most ${max} characters`).meta({ example: 'a-secret' })
const ofKind = <K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.strictObject({ id, kind: z.literal(kind), ...fields })

export const sshPasswordSchema = ofKind('ssh-password', {
  username: line(256, 'auditor'),
  password: secret(1024),
  offerToUnknownHosts: z
    .boolean()
    .meta({
      default: true,
      description:
        'If true, the password is also offered to a host whose key is not pinned yet. A machine that impersonates a host before its first audit learns the password. An ssh-key credential has no such risk',
    })
    .optional(),
})
export const sshKeySchema = ofKind('ssh-key', {
  username: line(256, 'auditor'),
  privateKey: secret(32_768)
    .regex(/^-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/, 'not a private key in PEM or OpenSSH form')
    .meta({
      description: 'PEM (RFC 7468) or OpenSSH format',
      example: '-----BEGIN OPENSSH PRIVATE KEY-----\n…',
    }),
  passphrase: secret(1024).optional(),
})
export type SshCredential = z.infer<typeof sshPasswordSchema> | z.infer<typeof sshKeySchema>

export const ldapSchema = ofKind('ldap', {
  username: line(1024, 'cn=auditor,dc=example,dc=org').meta({ description: 'Bind DN or user principal name' }),
  password: secret(1024),
})
export type LdapCredential = z.infer<typeof ldapSchema>

export const awsSchema = ofKind('aws', {
  accessKeyId: z
    .string()
    .regex(/^\w{16,128}$/, 'not an access key id: 16 to 128 letters and digits')
    .meta({ example: 'AKIAIOSFODNN7EXAMPLE' }),
  secretAccessKey: secret(256),
})
export const azureSchema = ofKind('azure', {
  tenantId: line(256, 'example.org').meta({ description: 'Directory (tenant) id, or a domain name of the tenant' }),
  clientId: line(64, '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90').meta({ description: 'Application (client) id' }),
  clientSecret: secret(256),
})
export const googleCloudSchema = ofKind('google-cloud', {
  serviceAccountKey: secret(32_768)
    .refine(isJsonObject, 'not a JSON object: paste the whole key file of the service account')
    .meta({
      description: 'The key file of a service account, as JSON text',
      example: '{"type":"service_account"}',
    }),
})

/** A credential of any kind with its secrets, as a task carries it. Sealed on the wire, never logged. */
export const credentialSchema = z
  .discriminatedUnion('kind', [
    snmpCommunitySchema,
    snmpV3Schema,
    sshPasswordSchema,
    sshKeySchema,
    ldapSchema,
    awsSchema,
    azureSchema,
    googleCloudSchema,
  ])
  .superRefine(requireV3Secrets)
export type Credential = z.infer<typeof credentialSchema>

export const credentialKindSchema = z.enum([...hostCredentialKinds, 'ldap', 'aws', 'azure', 'google-cloud'])

export const isSnmpCredential = (credential: Credential): credential is SnmpCredential =>
  credential.kind === 'snmp-community' || credential.kind === 'snmp-v3'

export const isSshCredential = (credential: Credential): credential is SshCredential =>
  credential.kind === 'ssh-password' || credential.kind === 'ssh-key'

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
