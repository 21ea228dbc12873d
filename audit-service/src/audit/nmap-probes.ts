import type { ScanOptions } from '@rollcall/shared/api/scan-options.ts'
import type { Print } from '../probes/identify/print.ts'
import { nmapAvailability } from '../probes/nmap/availability.ts'
import { defaultTcpPorts } from '../probes/nmap/common-ports.ts'
import { scanPorts } from '../probes/nmap/scan-ports.ts'
import type { HostProbe, PortProbe } from './host-probe.ts'
import { portProbe } from './host-probes/ports.ts'
import { versionProbe } from './host-probes/versions.ts'
import { createPortScans } from './port-scans.ts'

const portBatches = { hostsMax: 64, atOnce: 2 }
/**
 * Version detection takes seconds, and a batch takes as long as its slowest host. Batches are therefore small, and the
 * time limit of a host is shorter than that of its audit, so that a slow host only delays the others.
 */
const versionBatches = { hostsMax: 16, atOnce: 4 }
const versionTimeShare = 0.8

/** Returns the probes that run nmap; none if it is not installed. By default the ports of `prints` are scanned too. */
export async function nmapProbes(
  options: ScanOptions,
  prints: readonly Print[],
  signal: AbortSignal,
): Promise<{ portScan?: PortProbe; versions?: HostProbe }> {
  const nmap = await nmapAvailability()
  if (!nmap.available) return {}
  const { osDetection, hostTimeoutMs, maxPacketsPerSecond } = options
  const packetsPerSecondMax = Math.ceil(maxPacketsPerSecond / portBatches.atOnce)
  const scanning = { program: nmap.program, raw: nmap.raw, hostTimeoutMs, packetsPerSecondMax, signal }
  const tcpPorts = options.tcpPorts ?? [
    ...new Set([...defaultTcpPorts, ...prints.flatMap(({ ports }) => ports.tcp ?? [])]),
  ]
  const portScans = createPortScans(
    (jobs, onHost) => scanPorts(addressesOf(jobs), { ...scanning, osDetection, tcpPorts }, onHost),
    portBatches,
  )
  const portScan = portProbe(portScans, tcpPorts)
  if (!osDetection) return { portScan }
  const ofVersions = {
    ...scanning,
    versionDetection: true,
    hostTimeoutMs: Math.round(hostTimeoutMs * versionTimeShare),
  }
  const versionScans = createPortScans((jobs, onHost) => {
    const ports = [...new Set(jobs.flatMap((job) => job.ports ?? []))]
    return scanPorts(addressesOf(jobs), { ...ofVersions, tcpPorts: ports }, onHost)
  }, versionBatches)
  return { portScan, versions: versionProbe(versionScans) }
}

const addressesOf = (jobs: readonly { address: string }[]) => jobs.map(({ address }) => address)
