import { expect, test } from 'vitest'
import { parseComputer } from './computer.ts'

/** Recorded from a Samba domain controller, with the attributes that Windows writes at join. */
const entry = {
  dn: 'CN=PC188,CN=Computers,DC=ad,DC=example,DC=org',
  cn: 'PC188',
  dNSHostName: 'PC188.ad.example.org',
  operatingSystem: 'Windows 11 Pro',
  operatingSystemVersion: '10.0 (22631)',
  whenCreated: '20261121113504.0Z',
  lastLogonTimestamp: '133401234567890000',
  objectGUID: Buffer.from('004c3855fd7fe041b9637bca3fcbee4b', 'hex'),
}

test('reads all fields of a computer account', () => {
  expect(parseComputer(entry)).toEqual({
    name: 'PC188',
    dnsName: 'pc188.ad.example.org',
    os: { name: 'Windows 11 Pro', version: '10.0', build: '22631' },
    id: '55384c00-7ffd-41e0-b963-7bca3fcbee4b',
    createdAt: '2026-11-21T11:35:04.000Z',
    lastLogonAt: '2023-09-25T13:50:56.789Z',
  })
})

test('reads an account of a machine that never joined', () => {
  const absent = { dNSHostName: [], operatingSystem: [], operatingSystemVersion: [], lastLogonTimestamp: [] }
  const { dn, cn } = entry
  expect(parseComputer({ dn, cn, ...absent, objectGUID: [], whenCreated: [] })).toEqual({ name: 'PC188' })
  expect(parseComputer({ dn, cn: [] })).toBeUndefined()
})

test.each(['10.0.0.0/8', '10.0.0.1', '-oN /tmp/x', 'fe80::1%eth0', '0x7f000001', 'a b', '\u0000', 'ünder.example'])(
  'what is no DNS name leads nowhere: %j',
  (dNSHostName) => {
    expect(parseComputer({ ...entry, dNSHostName })).not.toHaveProperty('dnsName')
  },
)

test('limits odd values, and invents none', () => {
  const odd = {
    ...entry,
    cn: ['PC1', 'PC2'],
    operatingSystem: `\u001b[31m${'x'.repeat(5000)}`,
    operatingSystemVersion: 'beta',
    whenCreated: '20269921113504.0Z',
    lastLogonTimestamp: '9223372036854775807',
    objectGUID: Buffer.alloc(3),
  }
  const { os, ...computer } = parseComputer(odd) ?? {}
  expect(computer).toEqual({ name: 'PC1', dnsName: 'pc188.ad.example.org' })
  expect(os?.name).toMatch(/^\[31mx{252}$/)
  expect(os?.version).toBe('beta')
  expect(parseComputer({ ...entry, lastLogonTimestamp: '0' })).not.toHaveProperty('lastLogonAt')
})
