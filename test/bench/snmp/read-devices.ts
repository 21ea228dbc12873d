// A process of its own that reads devices of the simulator as the Audit Service does, and prints what it found as JSON:
// `read-devices.ts objects|probe|table PORT DEVICES`.
import { encodeOid } from '@rollcall/audit-service/probes/snmp/ber-writer.ts'
import { communityEndpoint } from '@rollcall/audit-service/probes/snmp/endpoint.ts'
import { oid } from '@rollcall/audit-service/probes/snmp/oid.ts'
import { RequestSize } from '@rollcall/audit-service/probes/snmp/request-size.ts'
import { createSession } from '@rollcall/audit-service/probes/snmp/session.ts'
import { UdpTransport } from '@rollcall/audit-service/probes/snmp/transport.ts'
import { UsmKeyCache } from '@rollcall/audit-service/probes/snmp/usm-keys.ts'
import { readColumns } from '@rollcall/audit-service/probes/snmp/walk.ts'
import { addressOf } from './device.ts'

const [kind = '', port = '', devices = ''] = process.argv.slice(2)
/** As many as a scan has under way. */
const hostsAtOnce = 64
const patience = { timeoutMs: 2_000, retries: 2 }
const mib2 = encodeOid(oid('1.3.6.1.2.1'))
const forwarding = [1, 2, 3].map((column) => oid(`1.3.6.1.2.1.17.4.3.1.${column}`))
const all = { rowsMax: 1_000_000, bytesMax: 2 ** 30, timeMs: 600_000 }

const transport = new UdpTransport()
const keys = new UsmKeyCache()
const credential = { kind: 'snmp-community', version: 'v2c', community: 'public' } as const
const endpointOf = (device: number) =>
  communityEndpoint(transport, { address: addressOf(device), port: Number(port) }, credential)

/** Each gives how many objects or parts it has read of one device. */
const reads: Record<string, (device: number) => Promise<number>> = {
  objects: async (device) => {
    const { columns, cut } = await readColumns(endpointOf(device), [mib2], all, patience, new RequestSize('v2c'))
    if (cut !== undefined) throw new Error(cut)
    return columns()[0]?.length ?? 0
  },
  table: async (device) => {
    const reader = createSession(endpointOf(device), { ...patience, limits: all })
    const { rows, cut } = await reader.table(forwarding)
    if (cut !== undefined) throw new Error(cut)
    return rows.length * forwarding.length
  },
  probe: async (device) => {
    const target = { address: addressOf(device), port: Number(port) }
    const { probeSnmp } = await import('@rollcall/audit-service/probes/snmp/probe.ts')
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
