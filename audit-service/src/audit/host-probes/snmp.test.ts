import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { openHostMemory } from '../../host-memory/host-memory.ts'
import { oid } from '../../probes/snmp/oid.ts'
import { Recorder } from '../../probes/snmp/recording.ts'
import { type Agent, mib, startAgent } from '../../probes/snmp/testing/agent.ts'
import { UdpTransport } from '../../probes/snmp/transport.ts'
import { UsmKeyCache } from '../../probes/snmp/usm-keys.ts'
import { Tag } from '../../probes/snmp/varbind.ts'
import { FairSlots } from '../fair-slots.ts'
import { snmpProbe } from './snmp.ts'

let agent: Agent
let silent: Agent
let folder: TmpFolder
const transport = new UdpTransport()
const name = mib([{ oid: oid('1.3.6.1.2.1.1.5.0'), tag: Tag.octetString, value: Buffer.from('core') }])
beforeAll(async () => {
  folder = await tmpFolder('rollcall-hosts-')
  agent = await startAgent((request, ...rest) => {
    return request.community.toString() === 'right' ? name(request, ...rest) : undefined
  })
  silent = await startAgent(() => undefined)
})
afterAll(async () => {
  await transport.close()
  await Promise.all([agent.stop(), silent.stop()])
  await folder.remove()
})

const community = (text: string) => ({ id: text, kind: 'snmp-community', version: 'v2c', community: text }) as const

test('reuses the last working credential and port, also after a restart', async () => {
  const scan = async () => {
    const hosts = openHostMemory({
      file: join(folder.path, 'hosts.jsonl'),
      onError: (error) => expect.unreachable(String(error)),
    })
    const access = { transport, keys: new UsmKeyCache(), hostTimeoutMs: 20_000, hosts }
    const probe = snmpProbe({
      ...access,
      credentials: [community('wrong'), community('right')],
      ports: [silent.port, agent.port],
    })
    const answer = await probe.run({
      live: { address: agent.address, foundBy: 'snmp' },
      openPorts: Promise.resolve([]),
      connections: new FairSlots(1).group(),
      recorder: new Recorder(10_000),
      signal: AbortSignal.timeout(20_000),
    })
    hosts.close()
    return answer
  }
  const asked = (by: Agent) => new Set(by.requests.map((request) => request.community.toString()))
  expect((await scan())?.findings?.snmp).toMatchObject({ port: agent.port, credentialId: 'right' })
  expect(asked(agent)).toEqual(new Set(['wrong', 'right']))
  expect(asked(silent)).toEqual(new Set(['wrong', 'right']))
  for (const each of [agent, silent]) each.requests.length = 0
  expect((await scan())?.findings?.snmp).toMatchObject({ port: agent.port, credentialId: 'right' })
  expect(asked(agent)).toEqual(new Set(['right']))
  expect(asked(silent)).toEqual(new Set())
})
