import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCredentials } from './credentials.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-credentials-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const none = { snmpCommunity: [], stateDir: 'unused' }
const fileOf = (content: string): string => {
  const file = join(folder, 'given')
  writeFileSync(file, content)
  return file
}
const ofList = (content: unknown) => readCredentials({ ...none, credentials: fileOf(JSON.stringify(content)) })

test('returns communities, then the key, then the file, each in order', () => {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const sshKey = join(folder, 'key')
  writeFileSync(sshKey, privateKey)
  const [v1, password] = [
    { kind: 'snmp-community', version: 'v1', community: 'old' },
    { kind: 'ssh-password', username: 'auditor', password: 'secret' },
  ]
  const credentials = fileOf(JSON.stringify([{ name: 'Old printers', ...v1 }, password]))
  const read = readCredentials({ ...none, snmpCommunity: ['a', 'b'], sshUser: 'root', sshKey, credentials })
  expect(read).toEqual([
    { kind: 'snmp-community', version: 'v2c', community: 'a' },
    { kind: 'snmp-community', version: 'v2c', community: 'b' },
    { kind: 'ssh-key', username: 'root', privateKey },
    v1,
    password,
  ])
})

test('names all faults of a file by their location', () => {
  const wrong = [
    { kind: 'snmp-v3', user: 'u', securityLevel: 'authNoPriv', authProtocol: 'SHA-256' },
    { kind: 'aws' },
    { kind: 'snmp-community', version: 'v2c' },
  ]
  const faults = [
    '/0/authPassword required for security level authNoPriv',
    '/1/kind must be one of snmp-community, snmp-v3, ssh-password, ssh-key',
    '/2/community is required',
  ]
  expect(() => ofList(wrong)).toThrow(`: ${faults.join('; ')}`)
  expect(() => ofList({})).toThrow(/: must be a list$/)
})

test('shows no secret in any error', () => {
  const credentials = fileOf('password: hunter2')
  expect(() => readCredentials({ ...none, credentials })).toThrow(/^the credentials in \S+ are not JSON$/)
  const misspelt = [{ kind: 'ssh-password', username: 'u', pass: 'hunter2' }]
  expect(() => ofList(misspelt)).toThrow(/^((?!hunter2).)+$/)
})

test('names a missing file, and one that is no private key', () => {
  const missing = join(folder, 'missing')
  expect(() => readCredentials({ ...none, credentials: missing })).toThrow(/^cannot read the credentials: .*missing/)
  const sshKey = fileOf('ssh-ed25519 AAAA')
  expect(() => readCredentials({ ...none, sshUser: 'u', sshKey })).toThrow(
    /--ssh-key \S+: \/privateKey not a private key/,
  )
})
