import type { CredentialKind, CredentialRecord } from '@rollcall/shared/api/credential.ts'

type Field = {
  name: string
  label: string
  description?: string
  /** The field is never shown after saving. */
  isSecret?: true
  /** The field has several lines, such as a key. */
  isLong?: true
  isOptional?: true
  /** The field is a yes or no, with yes as the default. */
  isSwitch?: true
  options?: readonly string[]
}
export type Values = Record<string, string>

const username = (label = 'User name'): Field => ({ name: 'username', label })
const password: Field = { name: 'password', label: 'Password', isSecret: true }

/** The fields of each kind of credential, by their API names. */
export const credentialKinds: Record<CredentialKind, { label: string; fields: readonly Field[] }> = {
  'snmp-community': {
    label: 'SNMP community (v1, v2c)',
    fields: [
      { name: 'version', label: 'Version', options: ['v2c', 'v1'] },
      { name: 'community', label: 'Community', isSecret: true },
    ],
  },
  'snmp-v3': {
    label: 'SNMPv3 user',
    fields: [
      { name: 'user', label: 'User' },
      {
        name: 'securityLevel',
        label: 'Security level',
        options: ['authPriv', 'authNoPriv', 'noAuthNoPriv'],
      },
      {
        name: 'authProtocol',
        label: 'Authentication',
        options: ['SHA-256', 'SHA', 'SHA-224', 'SHA-384', 'SHA-512', 'MD5'],
      },
      { name: 'authPassword', label: 'Authentication passphrase', isSecret: true },
      {
        name: 'privProtocol',
        label: 'Privacy',
        description: 'Values with -C use the key extension of Cisco devices.',
        options: ['AES-128', 'AES-192', 'AES-256', 'AES-192-C', 'AES-256-C', 'DES'],
      },
      { name: 'privPassword', label: 'Privacy passphrase', isSecret: true },
      { name: 'contextName', label: 'Context', isOptional: true },
    ],
  },
  'ssh-password': {
    label: 'SSH password',
    fields: [
      username(),
      password,
      {
        name: 'offerToUnknownHosts',
        label: 'Send the password to hosts that were never audited',
        description:
          'On the first audit the host key is unknown, so an impostor could receive the password. Turn this off to require a known host key, or use an SSH key.',
        isSwitch: true,
      },
    ],
  },
  'ssh-key': {
    label: 'SSH key',
    fields: [
      username(),
      {
        name: 'privateKey',
        label: 'Private key',
        description: 'PEM or OpenSSH format.',
        isSecret: true,
        isLong: true,
      },
      { name: 'passphrase', label: 'Key passphrase', isSecret: true, isOptional: true },
    ],
  },
  ldap: {
    label: 'Active Directory (LDAP)',
    fields: [username('Bind DN or user principal name'), password],
  },
  aws: {
    label: 'AWS access key',
    fields: [
      { name: 'accessKeyId', label: 'Access key ID' },
      { name: 'secretAccessKey', label: 'Secret access key', isSecret: true },
    ],
  },
  azure: {
    label: 'Azure application',
    fields: [
      { name: 'tenantId', label: 'Directory (tenant) ID' },
      { name: 'clientId', label: 'Application (client) ID' },
      { name: 'clientSecret', label: 'Client secret', isSecret: true },
    ],
  },
  'google-cloud': {
    label: 'Google Cloud service account',
    fields: [
      {
        name: 'serviceAccountKey',
        label: 'Key file',
        description: 'The full JSON text of the key file.',
        isSecret: true,
        isLong: true,
      },
    ],
  },
}

const ofAuth = ['authProtocol', 'authPassword']
const ofPriv = ['privProtocol', 'privPassword']

/** Returns the fields of a kind. For SNMPv3 the security level decides. */
export function fieldsOf(kind: CredentialKind, { securityLevel }: Values): readonly Field[] {
  const without = { noAuthNoPriv: [...ofAuth, ...ofPriv], authNoPriv: ofPriv }[securityLevel ?? ''] ?? []
  return credentialKinds[kind].fields.filter(({ name }) => !without.includes(name))
}

/** Returns the form values of a credential. An unset field gets its first option. */
export function valuesOf(kind: CredentialKind, shown: Partial<CredentialRecord> = {}): Values {
  const known: Record<string, unknown> = shown
  return Object.fromEntries(
    credentialKinds[kind].fields.map(({ name, options, isSwitch }) => [
      name,
      String(known[name] ?? options?.[0] ?? (isSwitch ? 'true' : '')),
    ]),
  )
}

/** Returns the body that creates a credential. */
export const createOf = (kind: CredentialKind, values: Values): Record<string, string | boolean> =>
  Object.fromEntries(
    fieldsOf(kind, values).flatMap(({ name, isOptional, isSwitch }) =>
      isOptional && values[name] === '' ? [] : [[name, isSwitch ? values[name] === 'true' : (values[name] ?? '')]],
    ),
  )

/**
 * Returns the changes to send: typed secrets, changed fields, and null for fields that the security level no longer
 * needs.
 */
export function patchOf(kind: CredentialKind, before: Values, values: Values): Record<string, string | boolean | null> {
  const needed = fieldsOf(kind, values)
  const had = fieldsOf(kind, before)
  const gone = had.filter((field) => !needed.includes(field)).map(({ name }) => [name, null])
  const changed = needed
    .filter((field) =>
      field.isSecret ? values[field.name] !== '' : values[field.name] !== before[field.name] || !had.includes(field),
    )
    .map(({ name, isOptional, isSwitch }) => [
      name,
      isSwitch ? values[name] === 'true' : isOptional && values[name] === '' ? null : (values[name] ?? null),
    ])
  return Object.fromEntries([...gone, ...changed])
}
