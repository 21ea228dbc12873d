import { isPrintPort, printPorts } from './common-ports.ts'
import type { NmapHost } from './parse-host.ts'
import { runNmap } from './run-nmap.ts'

type PortScanOptions = {
  program: string
  /** From `nmapAvailability`: SYN scan if true, otherwise full connections. */
  raw: boolean
  tcpPorts: readonly number[]
  /** Detects services (`-sV`). This sends data to open ports, without ports 9100 to 9107. */
  versionDetection?: boolean
  /** Guesses the operating system (`-O`); only with `raw`. */
  osDetection?: boolean
  hostTimeoutMs: number
  packetsPerSecondMax?: number
  signal?: AbortSignal | undefined
}

/** Hosts that nmap scans at the same time: it writes its results when the last of them is done. */
const hostsAtOnce = 64

/**
 * Scans TCP ports of hosts that are up, and reports each host when it is done. No data is ever sent to the raw print
 * ports 9100 to 9107: a printer would print it.
 */
export async function scanPorts(
  addresses: readonly string[],
  options: PortScanOptions,
  onHost: (host: NmapHost) => void,
): Promise<void> {
  const ports = options.tcpPorts.filter((port) => !options.versionDetection || !isPrintPort(port))
  if (ports.length === 0) return
  const args = [
    ...(options.raw ? ['--privileged', '-sS'] : ['--unprivileged', '-sT']),
    ...['-Pn', '-T4', '-p', `T:${ports.join(',')}`],
    ...['--host-timeout', `${options.hostTimeoutMs}ms`, '--max-hostgroup', `${hostsAtOnce}`],
    // With all its probes nmap takes two minutes for a port that accepts and sends nothing; with the likely ones 46 s.
    ...(options.versionDetection ? ['-sV', '--version-light', '--exclude-ports', printPorts] : []),
    ...(options.osDetection && options.raw ? ['-O', '--osscan-limit', '--max-os-tries', '1'] : []),
    ...(options.packetsPerSecondMax !== undefined ? ['--max-rate', `${options.packetsPerSecondMax}`] : []),
  ]
  for (const ofFamily of [(address: string) => !address.includes(':'), (address: string) => address.includes(':')]) {
    const targets = addresses.filter(ofFamily)
    const rounds = Math.ceil(targets.length / hostsAtOnce)
    const timeoutMs = rounds * options.hostTimeoutMs + 60_000
    await runNmap({ program: options.program, args, addresses: targets, timeoutMs, signal: options.signal }, onHost)
  }
}
