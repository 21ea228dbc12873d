import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { ServicePrint } from '../probes/banner/service-print.ts'
import type { MdnsFacts } from '../probes/mdns/read.ts'
import type { NetbiosNames } from '../probes/netbios/node-status.ts'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import type { SnmpProbeResult } from '../probes/snmp/probe.ts'

/** Findings about a host, one field for each probe. */
export type ProbeFindings = {
  /** Name by reverse DNS. */
  dnsName?: string | undefined
  ports?: NmapHost | undefined
  /** Services of the open ports as detected by nmap. */
  versions?: NmapHost | undefined
  snmp?: (SnmpProbeResult & { port: number }) | undefined
  ssh?: { port: number; observation: ObservationInput } | undefined
  /** Self-descriptions of ports, by all probes that read them. */
  prints?: readonly ServicePrint[] | undefined
  mdns?: MdnsFacts | undefined
  netbios?: NetbiosNames | undefined
}

export type HostFindings = ProbeFindings & {
  /** Absent for a recording, which has no address. */
  live: LiveHost | undefined
  /** Outcome of each probe. */
  probes: NonNullable<ObservationInput['probes']>
  truncated: string[]
}

/** Returns the ports that the port scan found open, and those that accepted a connection during discovery. */
export function openTcpPorts({ live, ports }: Pick<HostFindings, 'live' | 'ports'>): number[] {
  const scanned = (ports?.ports ?? []).filter(({ state, protocol }) => state === 'open' && protocol === 'tcp')
  return [...new Set([...scanned.map(({ port }) => port), ...(live?.openPorts ?? [])])]
}

/** Returns the vendor to which the IEEE assigned the MAC address, which is known only on the scanner's own link. */
export const macVendorOf = ({ live, ports }: Pick<HostFindings, 'live' | 'ports'>): string | undefined =>
  live?.macVendor ?? ports?.vendor
