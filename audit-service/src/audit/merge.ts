import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { ServicePrint } from '../probes/banner/service-print.ts'
import type { MdnsFacts } from '../probes/mdns/read.ts'
import type { NetbiosNames } from '../probes/netbios/node-status.ts'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import type { SnmpProbeResult } from '../probes/snmp/probe.ts'

/** What the probes found of a host, each its own part. */
export type Found = {
  /** Name by reverse DNS. */
  dnsName?: string | undefined
  ports?: NmapHost | undefined
  /** What nmap says that the open ports run. */
  versions?: NmapHost | undefined
  snmp?: (SnmpProbeResult & { port: number }) | undefined
  /** What the open ports said of themselves. */
  prints?: readonly ServicePrint[] | undefined
  mdns?: MdnsFacts | undefined
  netbios?: NetbiosNames | undefined
}

export type Findings = Found & {
  /** Absent for a recording, which was not reached at any address. */
  live: LiveHost | undefined
  /** How each probe that was tried ended. */
  probes: NonNullable<ObservationInput['probes']>
  truncated: string[]
}

/**
 * One observation of one host from what its probes say. What the device says of itself (SNMP) goes before what is seen
 * from outside; a value nobody gave stays absent.
 */
export function mergeObservation(findings: Findings, made: { id: string; observedAt: string }): ObservationInput {
  const { live, dnsName, ports, snmp } = findings
  const device = snmp?.observation
  const macAddress = live?.macAddress ?? ports?.macAddress ?? macOfAddress(device, live?.address)
  const services = openServices(findings)
  return {
    schemaVersion: 1,
    ...made,
    source: 'Service',
    type: device?.type ?? 'unknown',
    name: device?.name || dnsName || live?.address || '',
    ...(dnsName === undefined ? {} : { dnsName }),
    depth: device ? 'audit' : 'discovery',
    identity: {
      ...device?.identity,
      ipAddresses: unique([...(live ? [live.address] : []), ...(device?.identity?.ipAddresses ?? [])]),
      macAddresses: unique([
        ...(macAddress === undefined ? [] : [macAddress]),
        ...(device?.identity?.macAddresses ?? []),
      ]),
    },
    ...hardwareOf(findings),
    ...(device?.software === undefined ? {} : { software: device.software }),
    network: {
      ...device?.network,
      ...(live ? { ipAddress: live.address } : {}),
      ...(macAddress === undefined ? {} : { macAddress }),
      services,
    },
    evidence: [...(device?.evidence ?? []), ...macVendorEvidence(findings, macAddress)],
    truncated: [...(device?.truncated ?? []), ...findings.truncated],
    probes: findings.probes,
  }
}

/** Behind a router no MAC address is seen, but the device says which of its interfaces was reached. */
function macOfAddress(device: SnmpProbeResult['observation'], reached: string | undefined): string | undefined {
  const interfaces = device?.network?.interfaces ?? []
  return interfaces.find(({ addresses }) => addresses?.some(({ address }) => address === reached))?.macAddress
}

/** Those that the port scan saw, and those that took a connection while the host was looked for. */
export const openTcpPorts = ({ live, ports }: Pick<Findings, 'live' | 'ports'>): number[] =>
  unique([...openOf(ports).map(({ port }) => port), ...(live?.openPorts ?? [])])

const openOf = (ports: NmapHost | undefined) => (ports?.ports ?? []).filter(({ state }) => state === 'open')

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function openServices({ ports, snmp, live }: Findings) {
  const seen = openOf(ports).map(({ state: _, ...service }) => service)
  const known = new Set(seen.map((each) => each.port))
  const met = openTcpPorts({ live, ports })
    .filter((port) => !known.has(port))
    .map((port) => ({ port, protocol: 'tcp' as const }))
  const asked = snmp?.outcome === 'ok' ? [{ port: snmp.port, protocol: 'udp' as const, name: 'snmp' }] : []
  return [...seen, ...met, ...asked].sort((a, b) => a.protocol.localeCompare(b.protocol) || a.port - b.port)
}

/** A guess of nmap stands in only where the device itself did not say what it runs. */
function hardwareOf({ ports, snmp }: Findings): Pick<ObservationInput, 'hardware'> {
  const hardware = snmp?.observation?.hardware
  const guess = ports?.os?.name
  if (guess === undefined || hardware?.os !== undefined) return hardware === undefined ? {} : { hardware }
  return { hardware: { ...hardware, os: { name: guess } } }
}

/** The maker of the network interface is evidence, not the maker of the device. */
function macVendorEvidence({ live, ports }: Findings, macAddress: string | undefined) {
  const vendor = live?.macVendor ?? ports?.vendor
  if (vendor === undefined || macAddress === undefined) return []
  return [{ field: 'network.macVendor', value: vendor, source: `IEEE OUI of ${macAddress}` }]
}
