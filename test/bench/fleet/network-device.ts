import { gzipSync } from 'node:zlib'
import { dayMs } from '@rollcall/shared/durations.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { createRandom } from '../dataset/random.ts'

const ports = 24
/** Number of values per port in the stored SNMP transcript. */
const valuesPerPort = 12

/** Returns the observation of a switch by a scan: links and the neighbors behind them change. */
export function observeSwitch(number: number, atMs: number): { observation: ObservationInput; raw: Buffer } {
  const random = createRandom(number * 1_000 + Math.floor(atMs / dayMs))
  const octets = [number >> 8, number].map((value) => value & 255)
  const macOf = (port: number) =>
    `00:1a:a1:${[...octets, port].map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`
  const ipAddress = `10.250.${octets.join('.')}`
  const serialNumber = `FOC${createRandom(number).hex(8).toUpperCase()}`
  const name = `sw-${number}`
  const interfaces = Array.from({ length: ports }, (_, index) => ({
    name: `GigabitEthernet1/0/${index + 1}`,
    index: index + 1,
    macAddress: macOf(index + 1),
    adminStatus: 'up' as const,
    operStatus: random.below(4) === 0 ? ('down' as const) : ('up' as const),
    speedBps: random.below(4) === 0 ? 1e8 : 1e9,
  }))
  const neighbors = interfaces.slice(0, 8).map((port) => ({
    port: port.name,
    protocol: 'forwarding' as const,
    macAddress: `00:1b:21:${random.hex(6).replace(/(..)(..)(..)/, '$1:$2:$3')}`,
  }))
  const observation: ObservationInput = {
    schemaVersion: 1,
    id: newId(),
    source: 'Service',
    observedAt: new Date(atMs).toISOString(),
    type: 'network-device',
    name,
    depth: 'audit',
    identity: {
      hostname: name,
      manufacturer: 'Cisco',
      serialNumber,
      macAddresses: [macOf(0)],
      ipAddresses: [ipAddress],
    },
    hardware: {
      system: { manufacturer: 'Cisco', model: 'C9300-24T', serialNumber, description: 'Cisco IOS Software' },
    },
    network: { hostname: name, ipAddress, macAddress: macOf(0), interfaces, neighbors },
    probes: [{ probe: 'snmp', outcome: 'ok', detail: 'read by SNMPv2c' }],
  }
  // Counters: hardly any of it compresses, as it is compressed when it comes.
  const counters = Array.from({ length: ports * valuesPerPort }, () => random.below(2 ** 32))
  return { observation, raw: gzipSync(JSON.stringify({ interfaces, counters })) }
}
