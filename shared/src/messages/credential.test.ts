import { expect, test } from 'vitest'
import { snmpCredentialSchema } from './credential.ts'

const v3 = { kind: 'snmp-v3', user: 'reader', securityLevel: 'authPriv' }
const secrets = {
  authProtocol: 'SHA-256',
  authPassword: 'correct horse',
  privProtocol: 'AES-256',
  privPassword: 'battery staple',
}

test('accepts a community, and a v3 user with the secrets of its level', () => {
  expect(snmpCredentialSchema.parse({ kind: 'snmp-community', version: 'v2c', community: 'public' }).kind).toBe(
    'snmp-community',
  )
  expect(snmpCredentialSchema.parse({ ...v3, ...secrets, contextName: 'vlan-7' })).toMatchObject(secrets)
  expect(snmpCredentialSchema.parse({ kind: 'snmp-v3', user: 'u', securityLevel: 'noAuthNoPriv' }).kind).toBe('snmp-v3')
})

test('names the missing secrets of a security level', () => {
  const { error } = snmpCredentialSchema.safeParse({ ...v3, authProtocol: 'MD5', authPassword: 'correct horse' })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
    ['privProtocol', 'required for security level authPriv'],
    ['privPassword', 'required for security level authPriv'],
  ])
})

test.each([
  [{ ...v3, ...secrets, authPassword: 'short' }],
  [{ ...v3, ...secrets, authPassword: 'x'.repeat(1025) }],
  [{ ...v3, ...secrets, privProtocol: 'RC4' }],
  [{ ...v3, ...secrets, user: '' }],
  [{ ...v3, ...secrets, communty: 'public' }],
  [{ kind: 'snmp-community', version: 'v3', community: 'public' }],
  [{ kind: 'snmp-community', version: 'v1', community: 'x'.repeat(256) }],
])('refuses %j', (input) => expect(snmpCredentialSchema.safeParse(input).success).toBe(false))
