import { describeAudit } from '@rollcall/shared/audit-reasons.ts'
import type { AuditReason } from '@rollcall/shared/messages/host-audit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oid } from '../probes/snmp/oid.ts'
import { RecordingBudget } from '../probes/snmp/recording-budget.ts'
import { type Agent, mib, startAgent } from '../probes/snmp/testing/agent.ts'
import { UdpTransport } from '../probes/snmp/transport.ts'
import { UsmKeyCache } from '../probes/snmp/usm-keys.ts'
import { Tag } from '../probes/snmp/varbind.ts'
import { auditHost } from './audit-host.ts'
import type { HostProbe, PortProbe } from './host-probe.ts'
import { snmpProbe } from './host-probes/snmp.ts'

let agent: Agent
const transport = new UdpTransport()
beforeAll(async () => {
  agent = await startAgent(
    mib([
      { oid: oid('1.3.6.1.2.1.1.1.0'), tag: Tag.octetString, value: Buffer.from('Example EX-48 Ethernet Switch') },
      { oid: oid('1.3.6.1.2.1.1.2.0'), tag: Tag.objectIdentifier, value: oid('1.3.6.1.4.1.32473.1') },
      { oid: oid('1.3.6.1.2.1.1.5.0'), tag: Tag.octetString, value: Buffer.from('core') },
    ]),
  )
})
afterAll(async () => {
  await transport.close()
  await agent.stop()
})

const audit = (recordings?: RecordingBudget) => {
  const credentials = [{ kind: 'snmp-community', version: 'v2c', community: 'public' } as const]
  const snmp = snmpProbe({
    transport,
    keys: new UsmKeyCache(),
    credentials,
    ports: [agent.port],
    hostTimeoutMs: 20_000,
  })
  const live = { address: agent.address, foundBy: 'snmp' as const }
  return auditHost(live, { hostProbes: [snmp], hostTimeoutMs: 20_000, recordings }, AbortSignal.timeout(20_000))
}

test('records a single host completely', async () => {
  const { recording, observation } = await audit()
  expect(recording).toContain('1.3.6.1.2.1.1.5.0|4|core\n')
  expect(observation).toMatchObject({ name: 'core', truncated: [] })
})

test('records less beyond the budget of all hosts, reports it, and keeps the findings', async () => {
  const budget = new RecordingBudget(60)
  const { recording, observation } = await audit(budget)
  expect(recording.length).toBeLessThanOrEqual(60)
  expect(observation.name).toBe('core')
  expect(observation.truncated).toEqual(['snmp: the recordings of all hosts exceed the limit, the raw payload was cut'])
  // The budget is released when the host is done.
  expect(budget.take(60)).toBe(true)
})

const live = { address: '192.0.2.7', foundBy: 'tcp' as const, openPorts: [443] }
const untilTimeIsUp: HostProbe['run'] = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('loses only the findings of a failed or slow probe', async () => {
  const others: HostProbe[] = [
    { name: 'broken', run: () => Promise.reject(new Error('no socket')) },
    { name: 'slow', run: untilTimeIsUp },
    { name: 'quick', run: async () => ({ outcome: 'ok', findings: { dnsName: 'web.example' } }) },
  ]
  const { observation } = await auditHost(live, { hostProbes: others, hostTimeoutMs: 50 }, new AbortController().signal)
  expect(observation).toMatchObject({ name: 'web.example', depth: 'discovery' })
  expect(observation.probes).toEqual([
    { probe: 'tcp', outcome: 'ok' },
    { probe: 'broken', outcome: 'failed', detail: 'no socket' },
    { probe: 'slow', outcome: 'failed', detail: "not finished within the host's 50 ms" },
    { probe: 'quick', outcome: 'ok' },
  ])
})

test('leaves no partial audit after a cancelled scan', async () => {
  const stop = new AbortController()
  const auditing = auditHost(
    live,
    { hostProbes: [{ name: 'slow', run: untilTimeIsUp }], hostTimeoutMs: 60_000 },
    stop.signal,
  )
  stop.abort(new Error('cancelled by test'))
  await expect(auditing).rejects.toThrow('cancelled by test')
})

test('combines ports of the scan and of discovery, also if the scan fails', async () => {
  const seen: (readonly number[])[] = []
  const listening: HostProbe = {
    name: 'listening',
    async run({ openPorts }) {
      seen.push(await openPorts)
      return { outcome: 'ok' }
    },
  }
  const port = (number: number, state: string) => ({ port: number, protocol: 'tcp' as const, state })
  const ports = {
    address: live.address,
    hostnames: [],
    ports: [port(22, 'open'), port(23, 'closed')],
    timedOut: false,
    rawXml: '',
  }
  const runs: PortProbe['run'][] = [
    async () => ({ outcome: 'ok', findings: { ports } }),
    () => Promise.reject(new Error('nmap was killed')),
  ]
  for (const run of runs) {
    const probes = { portScan: { name: 'nmap', ports: [22, 23], run }, hostProbes: [listening], hostTimeoutMs: 60_000 }
    await auditHost(live, probes, new AbortController().signal)
  }
  expect(seen).toEqual([[22, 443], [443]])
})

const probeThat = (name: string, run: HostProbe['run']): HostProbe => ({ name, run })
const triedAt = (port: number, reason: AuditReason): HostProbe =>
  probeThat(reason, async () => ({ outcome: 'no-answer', tried: [{ protocol: 'tcp', port, reason }] }))

test.each<[what: string, probes: HostProbe[], open: number[], AuditReason, string]>([
  [
    'all tried ports are closed',
    [triedAt(22, 'port-closed'), triedAt(161, 'port-closed')],
    [],
    'no-open-port',
    'no open port among 22, 23, 161',
  ],
  ['a port is open that nothing reads', [triedAt(161, 'port-closed')], [443], 'port-closed', 'the port is closed'],
  [
    'a web page wants a login',
    [
      triedAt(161, 'port-closed'),
      probeThat('banners', async () => ({
        outcome: 'ok',
        tried: [{ protocol: 'http', port: 443, reason: 'http-login', detail: 'Camera' }],
      })),
    ],
    [443],
    'http-login',
    'HTTP: login required (HTTP 401) (Camera)',
  ],
  [
    'the SNMP probe fails',
    [probeThat('snmp', () => Promise.reject(new Error('no socket \u001b[31m'))), triedAt(22, 'port-closed')],
    [],
    'probe-failed',
    'SNMP: the attempt failed (no socket  [31m)',
  ],
  [
    'the time is up',
    [probeThat('ssh', untilTimeIsUp)],
    [22],
    'time-limit',
    'SSH: not finished within the time limit of the host',
  ],
])('says why a host was not audited: %s', async (_what, hostProbes, openPorts, reason, text) => {
  const ports = { address: live.address, hostnames: [], ports: [], timedOut: false, rawXml: '' }
  const portScan: PortProbe = {
    name: 'nmap',
    ports: [22, 23],
    run: async () => ({ outcome: 'ok', findings: { ports } }),
  }
  const host = { ...live, openPorts }
  const probes = { portScan, hostProbes, hostTimeoutMs: 200 }
  const { audit } = await auditHost(host, probes, new AbortController().signal)
  expect(audit.reason).toBe(reason)
  expect(describeAudit(audit, () => undefined)).toBe(text)
})
