import { afterEach, expect, test } from 'vitest'
import { sends, startDevice, type TestDevice } from '../../probes/banner/testing/device.ts'
import type { Print } from '../../probes/identify/print.ts'
import { auditHost } from '../audit-host.ts'
import { printProbe } from './identify.ts'

const devices: TestDevice[] = []
afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()))
})

async function start(...args: Parameters<typeof startDevice>) {
  const device = await startDevice(...args)
  devices.push(device)
  return device
}

/** A print of a greeting, which is what the device reports as its model. */
const greetingPrint = (port: number, name: Print['name'] = 'smb'): Print => ({
  name,
  ports: { tcp: [port] },
  read: (visit) =>
    visit.converse(async (line) => {
      const greeting = await line.receive((bytes) => bytes.indexOf('\n') + 1 || undefined)
      const [model, hostname, serialNumber] = greeting?.toString().trim().split(',') ?? []
      return model === undefined ? undefined : { service: { name }, device: { model, hostname, serialNumber } }
    }),
})

const audit = async ({ address, port }: TestDevice, prints: readonly Print[], allowedPorts?: readonly number[]) => {
  const live = { address, foundBy: 'tcp' as const, openPorts: [port] }
  const probes = { hostProbes: prints.map(printProbe), allowedPorts, hostTimeoutMs: 20_000 }
  return auditHost(live, probes, new AbortController().signal)
}

test('a reading reaches name, model and serial number of the observation, with the print as evidence', async () => {
  const device = await start(sends('EX-9,lobby,SN0042\n'))
  const { observation, raw } = await audit(device, [greetingPrint(device.port)])
  const source = `TCP ${device.port} smb`
  expect(observation).toMatchObject({
    name: 'lobby',
    depth: 'discovery',
    identity: { hostname: 'lobby' },
    hardware: { system: { model: 'EX-9', serialNumber: 'SN0042' } },
    network: { hostname: 'lobby', services: [{ port: device.port, protocol: 'tcp', name: 'smb' }] },
  })
  expect(observation.evidence).toEqual([
    { field: 'system.model', value: 'EX-9', source },
    { field: 'system.serialNumber', value: 'SN0042', source },
    { field: 'identity.hostname', value: 'lobby', source },
  ])
  expect(observation.probes).toContainEqual({ probe: 'smb', outcome: 'ok' })
  // A port may be forwarded from another machine, so its serial number is no identity.
  expect(observation.identity).not.toHaveProperty('serialNumber')
  expect(raw?.length).toBeGreaterThan(0)
})

test('ports that report different names are forwarded, so none of the names counts', async () => {
  const [first, second] = [await start(sends('A,lobby,\n')), await start(sends('A,vault,\n'))]
  const live = { address: first.address, foundBy: 'tcp' as const, openPorts: [first.port, second.port] }
  const hostProbes = [first, second].map(({ port }) => printProbe(greetingPrint(port)))
  const { observation } = await auditHost(live, { hostProbes, hostTimeoutMs: 20_000 }, new AbortController().signal)
  expect(observation.name).toBe(first.address)
  expect(observation.identity).not.toHaveProperty('hostname')
})

test('a print without an open port asks nothing and is not among the attempts', async () => {
  const device = await start(sends('EX-9,lobby,\n'))
  const { observation } = await audit(device, [greetingPrint(1)])
  expect(observation.probes).toEqual([{ probe: 'tcp', outcome: 'ok' }])
  expect(device.connections()).toBe(0)
})

test('a port that only discovery found is not asked if the segment leaves it out', async () => {
  const device = await start(sends('EX-9,lobby,\n'))
  const { observation } = await audit(device, [greetingPrint(device.port)], [22])
  expect(observation.probes).toEqual([{ probe: 'tcp', outcome: 'ok' }])
  expect(device.connections()).toBe(0)
})

test('a port that another print needs is asked only if the segment allows it', async () => {
  const [open, other] = [await start(sends('x\n')), await start(sends('EX-9,lobby,\n'))]
  const follows: Print = {
    name: 'smb',
    ports: { tcp: [open.port] },
    read: async (visit) => visit.converse(async () => ({ service: {} }), { port: other.port }),
  }
  const refused = await audit(open, [follows], [open.port])
  expect(refused.observation.probes).toContainEqual({
    probe: 'smb',
    outcome: 'no-answer',
    detail: `TCP ${open.port}: TCP ${other.port}: the segment does not allow this port`,
  })
  expect(refused.audit.attempts).toEqual([
    {
      protocol: 'smb',
      port: open.port,
      reason: 'description-incomplete',
      detail: `TCP ${other.port}: the segment does not allow this port`,
    },
  ])
  expect(other.connections()).toBe(0)
  await audit(open, [follows], [open.port, other.port])
  expect(other.connections()).toBe(1)
})
