// A process of its own that reads devices of the simulator as the Audit Service does, and prints what it found as JSON:
// `read-devices.ts objects|probe|table PORT DEVICES`.
import { communityEndpoint } from '@rollcall/audit-service/probes/snmp/endpoint.ts'
import { oid } from '@rollcall/audit-service/probes/snmp/oid.ts'
import { probeSnmp } from '@rollcall/audit-service/probes/snmp/probe.ts'
import { createSession } from '@rollcall/audit-service/probes/snmp/session.ts'
import { UdpTransport } from '@rollcall/audit-service/probes/snmp/transport.ts'
import { UsmKeyCache } from '@rollcall/audit-service/probes/snmp/usm-keys.ts'
import { addressOf } from './device.ts'

const [kind = '', port = '', devices = ''] = process.argv.slice(2)
/** As many as a scan has under way. */
const hostsAtOnce = 64
const patience = { timeoutMs: 2_000, retries: 2 }
const mib2 = oid('1.3.6.1.2.1')
const forwarding = [1, 2, 3].map((column) => oid(`1.3.6.1.2.1.17.4.3.1.${column}`))
const all = { rowsMax: 1_000_000, bytesMax: 2 ** 30, timeMs: 600_000 }

const transport = new UdpTransport()
const keys = new UsmKeyCache()
const credential = { kind: 'snmp-community', version: 'v2c', community: 'public' } as const
const readerOf = (device: number) => {
  const target = { address: addressOf(device), port: Number(port) }
  return createSession(communityEndpoint(transport, target, credential), { ...patience, limits: all })
}

/** Each gives how many objects or parts it has read of one device. */
const reads: Record<string, (device: number) => Promise<number>> = {
  objects: async (device) => complete(await readerOf(device).walk(mib2)).varbinds.length,
  table: async (device) => complete(await readerOf(device).table(forwarding)).rows.length * forwarding.length,
  probe: async (device) => {
    const target = { address: addressOf(device), port: Number(port) }
    const { outcome, detail, observation } = await probeSnmp({
      ...target,
      ...patience,
      transport,
      keys,
      credentials: [credential],
    })
    if (outcome !== 'ok' || observation === undefined) throw new Error(`${target.address}: ${detail}`)
    return (observation.network?.interfaces?.length ?? 0) + (observation.hardware?.components?.length ?? 0)
  },
}

function complete<T extends { cut?: string }>(read: T): T {
  if (read.cut !== undefined) throw new Error(read.cut)
  return read
}

const read = reads[kind]
if (!read) throw new Error(`nothing is read by "${kind}"`)
let found = 0
let next = 0
const work = async () => {
  while (next < Number(devices)) {
    next += 1
    const count = await read(next)
    found += count
  }
}
await Promise.all(Array.from({ length: hostsAtOnce }, work))
await transport.close()
console.log(JSON.stringify({ found, megabytes: process.resourceUsage().maxRSS / 1024 }))
