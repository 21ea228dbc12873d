import type { SnmpCredential, SnmpV3Credential } from '@rollcall/shared/messages/credential.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { communityEndpoint, type SnmpEndpoint } from './endpoint.ts'
import { discoverEngine, v3Endpoint } from './endpoint-v3.ts'
import { formatOid, oid } from './oid.ts'
import { createSession } from './session.ts'
import { type Snmpd, snmpwalk, startSnmpd } from './testing/snmpd.ts'
import { walk } from './testing/walk.ts'
import { UdpTransport } from './transport.ts'
import { UsmKeyCache } from './usm-keys.ts'
import type { Varbind } from './varbind.ts'

const passphrase = 'correct horse'
const users = [
  ['MD5', 'DES', 'MD5', 'DES'],
  ['SHA', 'AES-128', 'SHA', 'AES'],
  ['SHA-224', 'AES-192', 'SHA-224', 'AES-192'],
  ['SHA-256', 'AES-256', 'SHA-256', 'AES-256'],
  ['SHA-384', 'AES-192-C', 'SHA-384', 'AES-192-C'],
  ['SHA-512', 'AES-256-C', 'SHA-512', 'AES-256-C'],
  ['MD5', 'AES-256', 'MD5', 'AES-256'],
  ['SHA', 'AES-256-C', 'SHA', 'AES-256-C'],
] as const

const config = [
  'rocommunity public 127.0.0.1',
  'sysName test-agent.example',
  'sysLocation Räume 1–3',
  'sysContact "ops <ops@example.org>"',
  ...users.flatMap(([auth, priv, authName, privName], i) => [
    `createUser user${i} ${authName} "${passphrase}" ${privName} "${passphrase} ${auth}${priv}"`,
    `rouser user${i} priv`,
  ]),
  'createUser plain',
  'rouser plain noauth',
  'createUser signed SHA-256 "correct horse"',
  'rouser signed auth',
].join('\n')

let snmpd: Snmpd
const transport = new UdpTransport()
const keys = new UsmKeyCache()
const patience = { timeoutMs: 3000, retries: 1 }
beforeAll(async () => {
  snmpd = await startSnmpd(config)
})
afterAll(async () => {
  await transport.close()
  await snmpd?.stop()
})

const v3 = (fields: Partial<SnmpV3Credential>): SnmpV3Credential => ({
  kind: 'snmp-v3',
  user: 'plain',
  securityLevel: 'noAuthNoPriv',
  ...fields,
})
const endpoint = (credential: SnmpCredential): SnmpEndpoint =>
  credential.kind === 'snmp-v3'
    ? v3Endpoint(transport, snmpd, credential, keys)
    : communityEndpoint(transport, snmpd, credential)
const session = (credential: SnmpCredential) => createSession(endpoint(credential), patience)
const publicCommunity = { kind: 'snmp-community', version: 'v2c', community: 'public' } as const

const sysName = oid('1.3.6.1.2.1.1.5.0')
const text = (varbind: Varbind | undefined) =>
  Buffer.isBuffer(varbind?.value) ? varbind.value.toString('utf8') : undefined

describe('reads a real agent', () => {
  test.each(['v1', 'v2c'] as const)('%s: reads the same objects in the same order as snmpwalk', async (version) => {
    const { varbinds, cut } = await walk(session({ ...publicCommunity, version }), oid('1.3.6.1.2.1.2.2'))
    const expected = await snmpwalk(snmpd.port, [version === 'v1' ? '-v1' : '-v2c', '-c', 'public'], '1.3.6.1.2.1.2.2')
    expect(cut).toBeUndefined()
    expect(varbinds.map((varbind) => formatOid(varbind.oid))).toEqual([...expected.keys()])
    expect(varbinds.length).toBeGreaterThan(10)
    for (const varbind of varbinds.filter(({ oid }) => [2, 3, 4].includes(oid[9] ?? 0))) {
      const value = Buffer.isBuffer(varbind.value) ? `"${varbind.value.toString()}"` : String(varbind.value)
      expect(value).toBe(expected.get(formatOid(varbind.oid)))
    }
  })

  test.each(['v1', 'v2c'] as const)(
    '%s: get returns undefined for missing objects and keeps the order',
    async (version) => {
      const missing = oid('1.3.6.1.4.1.4242.1.0')
      const wanted = [missing, sysName, oid('1.3.6.1.2.1.1.5.7'), oid('1.3.6.1.2.1.1.6.0')]
      const results = await session({ ...publicCommunity, version }).get(wanted)
      expect(results.map(text)).toEqual([undefined, 'test-agent.example', undefined, 'Räume 1–3'])
    },
  )

  test('merges columns of two tables to rows of one index', async () => {
    const names = await snmpwalk(snmpd.port, ['-v2c', '-c', 'public'], '1.3.6.1.2.1.31.1.1.1.1')
    const columns = ['1.3.6.1.2.1.2.2.1.1', '1.3.6.1.2.1.31.1.1.1.1', '1.3.6.1.4.1.4242.1'].map(oid)
    const { rows, cut } = await session(publicCommunity).table(columns)
    expect(cut).toBeUndefined()
    expect(rows.map(({ index, cells }) => [index, cells[0]?.value, text(cells[1]), cells[2]])).toEqual(
      [...names].map(([key, name]) => {
        const index = Number(key.split('.').at(-1))
        return [[index], index, name.replaceAll('"', ''), undefined]
      }),
    )
  })

  test.each(users.map(([auth, priv], i) => ({ auth, priv, user: `user${i}` })))(
    'v3 $auth with $priv',
    async ({ auth, priv, user }) => {
      const credential = v3({
        user,
        securityLevel: 'authPriv',
        authProtocol: auth,
        authPassword: passphrase,
        privProtocol: priv,
        privPassword: `${passphrase} ${auth}${priv}`,
      })
      const reader = session(credential)
      expect((await reader.get([sysName])).map(text)).toEqual(['test-agent.example'])
      expect((await walk(reader, oid('1.3.6.1.2.1.1'))).varbinds.length).toBeGreaterThan(7)
    },
  )

  test('v3 without privacy, and without authentication', async () => {
    const signed = v3({
      user: 'signed',
      securityLevel: 'authNoPriv',
      authProtocol: 'SHA-256',
      authPassword: passphrase,
    })
    expect((await session(signed).get([sysName])).map(text)).toEqual(['test-agent.example'])
    expect((await session(v3({})).get([sysName])).map(text)).toEqual(['test-agent.example'])
  })

  test('corrects a wrong estimate of the engine clock', async () => {
    const engine = await discoverEngine(transport, snmpd, patience)
    const credential = v3({
      user: 'signed',
      securityLevel: 'authNoPriv',
      authProtocol: 'SHA-256',
      authPassword: passphrase,
    })
    const stale = { ...engine, boots: engine.boots, time: engine.time + 100_000 }
    const reader = createSession(v3Endpoint(transport, snmpd, credential, keys, { ...stale, boots: 0 }), patience)
    expect((await reader.get([sysName])).map(text)).toEqual(['test-agent.example'])
  })

  test('repeats the discovery after the engine id changed', async () => {
    const engine = {
      engineId: Buffer.from('80001f8804deadbeef', 'hex'),
      boots: 1,
      time: 1,
      seenAtMs: performance.now(),
    }
    const reader = createSession(v3Endpoint(transport, snmpd, v3({}), keys, engine), patience)
    expect((await reader.get([sysName])).map(text)).toEqual(['test-agent.example'])
  })
})

test.each([
  ['v2c', publicCommunity],
  ['v3', v3({})],
] as const)('%s: a VLAN that a real agent has no context for is empty', async (_, credential) => {
  const reader = createSession(endpoint(credential), { timeoutMs: 200, retries: 0 })
  expect((await reader.get([sysName])).map(text)).toEqual(['test-agent.example'])
  expect(await walk(reader.inVlan(12), oid('1.3.6.1.2.1.1'))).toEqual({ varbinds: [] })
  expect((await walk(reader, oid('1.3.6.1.2.1.1'))).cut).toBeUndefined()
})

describe('wrong credentials say what is wrong', () => {
  const known = {
    user: 'user3',
    securityLevel: 'authPriv',
    authProtocol: 'SHA-256',
    authPassword: passphrase,
    privProtocol: 'AES-256',
  } as const
  test.each([
    ['unknown-user', { user: 'nobody' }],
    ['unsupported-security-level', { ...known, user: 'plain', privPassword: passphrase }],
    ['wrong-digest', { ...known, authPassword: 'wrong horse', privPassword: `${passphrase} SHA-256AES-256` }],
    ['decryption-error', { ...known, privPassword: 'wrong horse' }],
    ['not-authorized', { user: 'user3' }],
    ['unknown-context', { contextName: 'nowhere' }],
  ] as const)('%s', async (kind, fields) => {
    const reader = createSession(endpoint(v3(fields)), { timeoutMs: 300, retries: 1 })
    await expect(reader.get([sysName])).rejects.toMatchObject({ kind })
  })

  test('gets no answer with a wrong community', async () => {
    const reader = createSession(endpoint({ ...publicCommunity, community: 'private' }), { timeoutMs: 100, retries: 1 })
    await expect(reader.get([sysName])).rejects.toMatchObject({ kind: 'no-answer' })
  })

  test('ends an aborted read with the reason', async () => {
    const controller = new AbortController()
    const reader = createSession(endpoint({ ...publicCommunity, community: 'private' }), {
      ...patience,
      signal: controller.signal,
    })
    const reading = reader.get([sysName])
    controller.abort(new Error('no longer wanted'))
    await expect(reading).rejects.toThrow('no longer wanted')
  })
})
