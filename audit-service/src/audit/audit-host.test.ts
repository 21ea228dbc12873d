import { afterAll, beforeAll, expect, test } from 'vitest'
import { oid } from '../probes/snmp/oid.ts'
import { RecordingBudget } from '../probes/snmp/recording-budget.ts'
import { type Agent, mib, startAgent } from '../probes/snmp/testing/agent.ts'
import { UdpTransport } from '../probes/snmp/transport.ts'
import { UsmKeyCache } from '../probes/snmp/usm-keys.ts'
import { Tag } from '../probes/snmp/varbind.ts'
import { auditHost } from './audit-host.ts'
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
  const snmp = snmpProbe({ transport, keys: new UsmKeyCache(), credentials, ports: [agent.port] })
  const live = { address: agent.address, foundBy: 'snmp' as const }
  return auditHost(live, { others: [snmp], hostTimeoutMs: 20_000, recordings }, AbortSignal.timeout(20_000))
}

test('a single host is recorded whole', async () => {
  const { recording, observation } = await audit()
  expect(recording).toContain('1.3.6.1.2.1.1.5.0|4|core\n')
  expect(observation).toMatchObject({ name: 'core', truncated: [] })
})

test('beyond the budget of all hosts less is recorded, and said so, and nothing is less known', async () => {
  const budget = new RecordingBudget(60)
  const { recording, observation } = await audit(budget)
  expect(recording.length).toBeLessThanOrEqual(60)
  expect(observation.name).toBe('core')
  expect(observation.truncated).toEqual(['snmp: too much was recorded of all hosts at once, the raw payload is cut'])
  // Given back when the host is done.
  expect(budget.take(60)).toBe(true)
})
