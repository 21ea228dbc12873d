import { expect, it } from 'vitest'
import { createOf, fieldsOf, patchOf, valuesOf } from './kinds.ts'

const user = { ...valuesOf('snmp-v3'), user: 'auditor', authPassword: 'a-long-passphrase', privPassword: 'another-one' }

it('shows the SNMPv3 fields of the security level', () => {
  const names = (securityLevel: string) => fieldsOf('snmp-v3', { securityLevel }).map(({ name }) => name)
  expect(names('noAuthNoPriv')).toEqual(['user', 'securityLevel', 'contextName'])
  expect(names('authNoPriv')).not.toContain('privPassword')
  expect(createOf('snmp-v3', user)).toEqual({
    user: 'auditor',
    securityLevel: 'authPriv',
    authProtocol: 'SHA-256',
    authPassword: 'a-long-passphrase',
    privProtocol: 'AES-128',
    privPassword: 'another-one',
  })
})

it('sends changed fields only, and keeps secrets that were not typed', () => {
  const before = valuesOf('ssh-key', { username: 'auditor' })
  expect(patchOf('ssh-key', before, before)).toEqual({})
  expect(patchOf('ssh-key', before, { ...before, username: 'reader' })).toEqual({ username: 'reader' })
  expect(patchOf('ssh-key', before, { ...before, privateKey: 'a key' })).toEqual({ privateKey: 'a key' })
})

it('removes secrets for a lower security level and adds them for a higher one', () => {
  const full = valuesOf('snmp-v3', { user: 'auditor', contextName: 'vlan-12' })
  const low = { ...full, securityLevel: 'noAuthNoPriv', contextName: '' }
  expect(patchOf('snmp-v3', full, low)).toEqual({
    securityLevel: 'noAuthNoPriv',
    contextName: null,
    authProtocol: null,
    authPassword: null,
    privProtocol: null,
    privPassword: null,
  })
  const raised = { ...low, securityLevel: 'authNoPriv', authPassword: 'a-long-passphrase' }
  expect(patchOf('snmp-v3', low, raised)).toEqual({
    securityLevel: 'authNoPriv',
    authProtocol: 'SHA-256',
    authPassword: 'a-long-passphrase',
  })
})
