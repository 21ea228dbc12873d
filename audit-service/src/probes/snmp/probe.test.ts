import { hostname } from 'node:os'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import type { SnmpCredential } from '@rollcall/shared/messages/credential.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oid } from './oid.ts'
import { probeSnmp } from './probe.ts'
import { type Agent, mib, startAgent } from './testing/agent.ts'
import { freePort, type Snmpd, snmpwalk, startSnmpd } from './testing/snmpd.ts'
import { UdpTransport } from './transport.ts'
import { refusalsPerDayMax } from './try-credentials.ts'
import { UsmKeyCache } from './usm-keys.ts'
import { Tag, type Varbind } from './varbind.ts'

const agents: Agent[] = []
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop()))
})
const start = async (...args: Parameters<typeof startAgent>) => {
  const agent = await startAgent(...args)
  agents.push(agent)
  return agent
}

const config = `
rocommunity public 127.0.0.1
sysName switch-7.example
sysLocation rack 12
createUser reader SHA-256 "correct horse" AES-256 "battery staple"
rouser reader priv
createUser plain SHA-256 "correct horse"
rouser plain auth
view nothing included .1.3.6.1.99
rocommunity blind 127.0.0.1 -V nothing
`
const transport = new UdpTransport()
const keys = new UsmKeyCache()
const shared = { transport, keys, timeoutMs: 2000, retries: 1 }
let snmpd: Snmpd
beforeAll(async () => {
  snmpd = await startSnmpd(config)
})
afterAll(async () => {
  await transport.close()
  await snmpd?.stop()
})

const community = (text: string, id = text): SnmpCredential => ({
  id,
  kind: 'snmp-community',
  version: 'v2c',
  community: text,
})
const reader: SnmpCredential = {
  id: 'reader-1',
  kind: 'snmp-v3',
  user: 'reader',
  securityLevel: 'authPriv',
  authProtocol: 'SHA-256',
  authPassword: 'correct horse',
  privProtocol: 'AES-256',
  privPassword: 'battery staple',
}
const secrets = /correct horse|battery staple|s3cret/

describe('a real agent', () => {
  test('is read with the matching credential, and names it', async () => {
    const seen: Varbind[] = []
    const credentials = [{ ...reader, id: 'old', authPassword: 'wrong horse' }, reader, community('public')]
    const tried = (credentialId: string) => ({ protocol: 'snmp-v3', port: snmpd.port, credentialId, user: 'reader' })
    const result = await probeSnmp({ ...shared, ...snmpd, credentials, onVarbind: (varbind) => seen.push(varbind) })
    expect(result).toMatchObject({ outcome: 'ok', detail: 'read by SNMPv3', credentialId: 'reader-1' })
    expect(result.tried).toEqual([
      { ...tried('old'), reason: 'wrong-authentication' },
      { ...tried('reader-1'), reason: 'read' },
    ])
    const { observation } = result
    expect(observation?.name).toBe('switch-7.example')
    expect(observation?.type).toBe('computer')
    expect(observation?.identity.snmpEngineId).toMatch(/^80001f88/)
    expect(observation?.hardware).toMatchObject({ system: { location: 'rack 12' }, os: { name: 'Linux' } })
    expect(observation?.truncated).toEqual([])
    expect(seen.length).toBeGreaterThan(50)
  })

  test('has the interfaces, addresses and software that snmpwalk shows', async () => {
    const { observation } = await probeSnmp({ ...shared, ...snmpd, credentials: [community('public')] })
    const walk = (root: string) => snmpwalk(snmpd.port, ['-v2c', '-c', 'public'], root)
    const names = [...(await walk('1.3.6.1.2.1.31.1.1.1.1')).values()]
    const interfaces = observation?.network?.interfaces ?? []
    expect(interfaces.map(({ name }) => `"${name}"`)).toEqual(names)
    const addresses = [...(await walk('1.3.6.1.2.1.4.20.1.1')).values()]
    const outside = addresses.filter((address) => address !== '127.0.0.1')
    expect(observation?.identity.ipAddresses).toEqual(expect.arrayContaining(outside))
    expect(observation?.identity.ipAddresses).not.toContain('127.0.0.1')
    const loopback = interfaces.find(({ name }) => name === 'lo')
    expect(loopback).toMatchObject({ type: 'softwareLoopback', operStatus: 'up', adminStatus: 'up' })
    expect(loopback?.addresses).toContainEqual({ address: '127.0.0.1', prefixLength: 8 })
    const software = await walk('1.3.6.1.2.1.25.6.3.1.2')
    expect(observation?.software?.length ?? 0).toBe(software.size)
    const uname = (await walk('1.3.6.1.2.1.1.1')).get('1.3.6.1.2.1.1.1.0')
    expect(uname).toContain(`${hostname()} ${observation?.hardware?.os?.kernel}`)
  })

  test('matches the schema of the wire', async () => {
    const { observation } = await probeSnmp({ ...shared, ...snmpd, credentials: [community('public')] })
    const whole = {
      ...observation,
      schemaVersion: 1,
      id: '0190a000-0000-7000-8000-000000000000',
      source: 'Service',
      observedAt: '2026-11-20T08:15:30Z',
      depth: 'audit',
    }
    const { data, error } = observationSchema.safeParse(whole)
    expect(error).toBeUndefined()
    expect(data?.network?.interfaces.length).toBe(observation?.network?.interfaces?.length)
  })

  test('is refused without a matching credential, with the reason of each and no secret', async () => {
    const credentials = [
      { ...reader, user: 'nobody' },
      { ...reader, privPassword: 'wrong staple' },
      community('s3cret', 'c1'),
    ]
    const result = await probeSnmp({ ...shared, ...snmpd, credentials, timeoutMs: 300 })
    expect(result.outcome).toBe('refused')
    expect(result.tried.map(({ reason }) => reason)).toEqual(['unknown-user', 'wrong-privacy', 'wrong-community'])
    expect(JSON.stringify(result)).not.toMatch(secrets)
  })

  test('names the causes that it does not distinguish itself', async () => {
    const { privProtocol: _, privPassword: __, ...unencrypted } = reader
    const credentials = [
      { ...unencrypted, id: 'low', securityLevel: 'authNoPriv' as const },
      { ...reader, id: 'high', user: 'plain' },
      { ...reader, id: 'context', contextName: 'vlan-9' },
      { ...reader, id: 'protocol', authProtocol: 'SHA-512' as const },
    ]
    const { tried } = await probeSnmp({ ...shared, ...snmpd, credentials, timeoutMs: 300 })
    expect(tried.map(({ credentialId, reason, detail }) => ({ credentialId, reason, detail }))).toEqual([
      {
        ...{ credentialId: 'low', reason: 'not-authorized' },
        detail: 'the user may need a higher security level than authNoPriv',
      },
      { credentialId: 'high', reason: 'unsupported-security-level', detail: undefined },
      { credentialId: 'context', reason: 'wrong-privacy', detail: 'or an unknown context name' },
      { credentialId: 'protocol', reason: 'wrong-authentication', detail: undefined },
    ])
  })

  test('is not read by a community that sees nothing, and is read by the next', async () => {
    const options = { ...shared, ...snmpd, timeoutMs: 300 }
    for (const loginOnly of [true, false]) {
      const alone = await probeSnmp({ ...options, credentials: [community('blind')], loginOnly })
      expect(alone).toMatchObject({
        outcome: 'refused',
        tried: [{ credentialId: 'blind', reason: 'nothing-readable' }],
      })
      expect(alone.observation).toBeUndefined()
    }
    const both = await probeSnmp({ ...options, credentials: [community('blind'), community('public')] })
    expect(both).toMatchObject({ outcome: 'ok', credentialId: 'public' })
    expect(both.tried.map(({ credentialId, reason }) => `${credentialId}: ${reason}`)).toEqual([
      'blind: nothing-readable',
      'public: read',
    ])
  })

  test('is reported as present without a credential', async () => {
    expect(await probeSnmp({ ...shared, ...snmpd, credentials: [] })).toMatchObject({
      outcome: 'refused',
      detail: 'an SNMP engine answers, but there is no credential to try',
    })
  })
})

/** Counts its calls, like the host memory. */
function attempts(refused = 0, resume?: string) {
  const noted = { refused, resume }
  const told = {
    refusedToday: () => noted.refused,
    refused: () => {
      noted.refused += 1
    },
    resumeAt: () => noted.resume,
    stoppedAt: (credentialId: string) => {
      noted.resume = credentialId
    },
  }
  return { noted, told }
}

describe('care for what refuses', () => {
  test('tries the last working credential first', async () => {
    const { noted, told } = attempts()
    const credentials = [community('s3cret'), { ...reader, id: 'old', user: 'nobody' }, reader]
    const known = { credentialId: 'reader-1', engine: true }
    const result = await probeSnmp({ ...shared, ...snmpd, credentials, known, attempts: told })
    expect(result).toMatchObject({ outcome: 'ok', credentialId: 'reader-1', engine: true })
    expect(result.tried.length).toBe(1)
    expect(noted.refused).toBe(0)
  })

  test('counts every refused credential, and no accepted one', async () => {
    const { noted, told } = attempts()
    const wrong = [
      { ...reader, user: 'nobody' },
      { ...reader, authPassword: 'wrong horse' },
      { ...reader, privPassword: 'wrong staple' },
      community('s3cret'),
    ]
    const credentials = [...wrong, reader]
    const result = await probeSnmp({ ...shared, ...snmpd, credentials, attempts: told, timeoutMs: 300 })
    expect(result.outcome).toBe('ok')
    expect(noted.refused).toBe(4)
  })

  test('leaves the rest to the next day after too many refusals, and continues with it', async () => {
    const { noted, told } = attempts(refusalsPerDayMax - 1)
    const asked = {
      ...shared,
      ...snmpd,
      credentials: [{ ...reader, id: 'old', user: 'nobody' }, reader],
      attempts: told,
    }
    const today = await probeSnmp(asked)
    expect(today.outcome).toBe('refused')
    expect(today.detail).toContain(`not tried, ${refusalsPerDayMax} of ${refusalsPerDayMax} attempts used today`)
    expect(noted).toEqual({ refused: refusalsPerDayMax, resume: 'reader-1' })
    noted.refused = 0
    const tomorrow = await probeSnmp(asked)
    expect(tomorrow).toMatchObject({ outcome: 'ok', tried: [{ credentialId: 'reader-1', reason: 'read' }] })
    expect(noted.refused).toBe(0)
  })
})

describe('without a v3 engine', () => {
  test('ends at once at a closed port, without sending a community', async () => {
    const port = await freePort()
    const { noted, told } = attempts()
    const result = await probeSnmp({
      ...shared,
      attempts: told,
      address: '127.0.0.1',
      port,
      credentials: [community('public')],
      timeoutMs: 60_000,
    })
    expect(result).toMatchObject({ outcome: 'no-answer', tried: [{ protocol: 'snmp', port, reason: 'port-closed' }] })
    expect(result.detail).toBe(`127.0.0.1 UDP port ${port}: the port is closed`)
    expect(noted.refused).toBe(0)
  })

  test('reads an agent that supports only v2c', async () => {
    const text = (value: string) => Buffer.from(value)
    const agent = await start(
      mib([
        { oid: oid('1.3.6.1.2.1.1.1.0'), tag: Tag.octetString, value: text('RouterOS CCR1009-7G-1C') },
        { oid: oid('1.3.6.1.2.1.1.2.0'), tag: Tag.objectIdentifier, value: oid('1.3.6.1.4.1.14988.1') },
        { oid: oid('1.3.6.1.2.1.1.5.0'), tag: Tag.octetString, value: text('core') },
      ]),
    )
    const result = await probeSnmp({ ...shared, ...agent, credentials: [reader, community('public')], timeoutMs: 50 })
    expect(result).toMatchObject({ outcome: 'ok', detail: 'read by SNMPv2c', credentialId: 'public' })
    expect(result.tried[0]?.reason).toBe('no-snmp-v3')
    expect(result.observation).toMatchObject({
      type: 'network-device',
      name: 'core',
      hardware: { system: { manufacturer: 'MikroTik', model: 'CCR1009-7G-1C' }, os: { name: 'RouterOS' } },
    })
  })

  test('reports no answer after each community was sent once, with its retries', async () => {
    const agent = await start(() => undefined)
    const result = await probeSnmp({
      ...shared,
      ...agent,
      credentials: [community('one'), community('two')],
      timeoutMs: 30,
    })
    expect(result.outcome).toBe('no-answer')
    expect(agent.requests.map((request) => request.community.toString())).toEqual(['one', 'one', 'two', 'two'])
  })

  test('sends communities in sequence without awaiting each time-out', async () => {
    const whole = mib([{ oid: oid('1.3.6.1.2.1.1.5.0'), tag: Tag.octetString, value: Buffer.from('old switch') }])
    const agent = await start((request, ...rest) =>
      request.community.toString() === 'three' ? whole(request, ...rest) : undefined,
    )
    const { noted, told } = attempts()
    const credentials = ['one', 'two', 'three', 'four'].map((text) => community(text))
    const asked = { ...shared, ...agent, credentials, attempts: told, timeoutMs: 60_000, retries: 0 }
    const result = await probeSnmp(asked)
    expect(result).toMatchObject({ outcome: 'ok', credentialId: 'three', engine: false })
    const sent = () => agent.requests.map((request) => request.community.toString())
    expect(sent().slice(0, 3)).toEqual(['one', 'two', 'three'])
    expect(sent()).not.toContain('four')
    // Silence is no refusal: there may be no agent at all.
    expect(noted.refused).toBe(0)
    agent.requests.length = 0
    const known = { credentialId: 'three', engine: false }
    expect((await probeSnmp({ ...asked, known })).outcome).toBe('ok')
    expect(new Set(sent())).toEqual(new Set(['three']))
  })

  test('does not send all communities to a silent host', async () => {
    const agent = await start(() => undefined)
    const credentials = Array.from({ length: 20 }, (_, i) => community(`c${i}`))
    const result = await probeSnmp({ ...shared, ...agent, credentials, timeoutMs: 30, retries: 0 })
    expect(new Set(agent.requests.map((request) => request.community.toString())).size).toBe(8)
    expect(result.detail).toContain(`12 x SNMPv2c port ${agent.port}: not tried`)
    expect(result.tried.length).toBe(20)
  })

  test('survives values of any type and size, without invented data', async () => {
    const group = '1.3.6.1.2.1.1'
    const agent = await start(
      mib([
        { oid: oid(`${group}.1.0`), tag: Tag.octetString, value: Buffer.alloc(60_000, 'x') },
        { oid: oid(`${group}.2.0`), tag: Tag.octetString, value: Buffer.from('1.3.6.1.4.1.9.1.1') },
        { oid: oid(`${group}.3.0`), tag: Tag.counter64, value: 2n ** 64n - 1n },
        { oid: oid(`${group}.4.0`), tag: Tag.null, value: null },
        { oid: oid(`${group}.5.0`), tag: Tag.integer, value: -1 },
        { oid: oid(`${group}.6.0`), tag: Tag.octetString, value: Buffer.from('b1b1bea9cafdbeddd6d0d0c4', 'hex') },
        { oid: oid(`${group}.7.0`), tag: Tag.octetString, value: Buffer.from('72') },
        { oid: oid('1.3.6.1.2.1.2.2.1.2.1'), tag: Tag.integer, value: 7 },
        { oid: oid('1.3.6.1.2.1.2.2.1.3.1'), tag: Tag.octetString, value: Buffer.from('6') },
        { oid: oid('1.3.6.1.2.1.2.2.1.6.1'), tag: Tag.ipAddress, value: Buffer.from([1, 2, 3, 4]) },
        { oid: oid('1.3.6.1.2.1.4.20.1.1.192.0.2.1'), tag: Tag.integer, value: 1 },
        { oid: oid('1.3.6.1.2.1.47.1.1.1.1.5.1'), tag: Tag.objectIdentifier, value: oid('1.3') },
        { oid: oid('1.3.6.1.2.1.47.1.1.1.1.11.1'), tag: Tag.gauge32, value: 4_294_967_295 },
      ]),
    )
    const { outcome, observation } = await probeSnmp({ ...shared, ...agent, credentials: [community('public')] })
    expect(outcome).toBe('ok')
    expect(observation?.hardware?.system?.description?.length).toBeLessThanOrEqual(1024)
    expect(observation?.hardware?.system?.location).toBe('北京数据中心')
    expect(observation?.hardware?.system).not.toHaveProperty('serialNumber')
    expect(observation?.identity.serialNumber).toBeUndefined()
    expect(observation?.network?.interfaces?.[0]?.macAddress).toBeUndefined()
  })

  test('ends with the reason when aborted', async () => {
    const agent = await start(() => undefined)
    const controller = new AbortController()
    const probing = probeSnmp({
      ...shared,
      ...agent,
      credentials: [community('one')],
      timeoutMs: 60_000,
      signal: controller.signal,
    })
    controller.abort(new Error('task cancelled'))
    await expect(probing).rejects.toThrow('task cancelled')
  })
})
