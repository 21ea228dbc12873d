import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { ServicePrint } from '../probes/banner/service-print.ts'
import type { MdnsFacts } from '../probes/mdns/read.ts'
import type { NetbiosNames } from '../probes/netbios/node-status.ts'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import type { SnmpProbeResult } from '../probes/snmp/probe.ts'

/** What the probes found of a host, each its own part. */
export type ProbeFindings = {
  /** Name by reverse DNS. */
  dnsName?: string | undefined
  ports?: NmapHost | undefined
  /** What nmap says that the open ports run. */
  versions?: NmapHost | undefined
  snmp?: (SnmpProbeResult & { port: number }) | undefined
  ssh?: { port: number; observation: ObservationInput } | undefined
  /** What the open ports said of themselves. */
  prints?: readonly ServicePrint[] | undefined
  mdns?: MdnsFacts | undefined
  netbios?: NetbiosNames | undefined
}

export type HostFindings = ProbeFindings & {
  /** Absent for a recording, which was not reached at any address. */
  live: LiveHost | undefined
  /** How each probe that was tried ended. */
  probes: NonNullable<ObservationInput['probes']>
  truncated: string[]
}

/** Those that the port scan saw, and those that took a connection while the host was looked for. */
export function openTcpPorts({ live, ports }: Pick<HostFindings, 'live' | 'ports'>): number[] {
  const scanned = (ports?.ports ?? []).filter(({ state, protocol }) => state === 'open' && protocol === 'tcp')
  return [...new Set([...scanned.map(({ port }) => port), ...(live?.openPorts ?? [])])]
}

/** Who the IEEE gave the hardware address to, which is known on the scanner's own link only. */
export const macVendorOf = ({ live, ports }: Pick<HostFindings, 'live' | 'ports'>): string | undefined =>
  live?.macVendor ?? ports?.vendor
