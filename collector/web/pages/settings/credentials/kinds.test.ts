import { expect, it } from 'vitest'
import { createOf, fieldsOf, patchOf, valuesOf } from './kinds.ts'

const user = { ...valuesOf('snmp-v3'), user: 'auditor', authPassword: 'a-long-passphrase', privPassword: 'another-one' }

it('a v3 user holds what its security level needs', () => {
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

it('a change sends what is new alone: a secret that was not typed stays', () => {
  const before = valuesOf('ssh-key', { username: 'auditor' })
  expect(patchOf('ssh-key', before, before)).toEqual({})
  expect(patchOf('ssh-key', before, { ...before, username: 'reader' })).toEqual({ username: 'reader' })
  expect(patchOf('ssh-key', before, { ...before, privateKey: 'a key' })).toEqual({ privateKey: 'a key' })
})

it('a lower security level takes its secrets away, a higher one brings them', () => {
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
