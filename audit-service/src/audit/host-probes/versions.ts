import { isPrintPort } from '../../probes/nmap/common-ports.ts'
import type { HostProbe } from '../host-probe.ts'
import type { PortScans } from '../port-scans.ts'

/** Detects the services of the open ports with nmap. It sends data to them, so raw print ports are left out. */
export const versionProbe = (scans: PortScans): HostProbe => ({
  name: 'nmap versions',
  async run({ live, openPorts, signal }) {
    const ports = (await openPorts).filter((port) => !isPrintPort(port))
    if (ports.length === 0) return { outcome: 'no-answer', detail: 'no open port to query' }
    const versions = await scans.scan({ address: live.address, ports }, signal)
    if (versions === undefined) return { outcome: 'no-answer' }
    return {
      outcome: 'ok',
      findings: { versions },
      truncated: versions.timedOut ? ['nmap: the time limit of the host expired, versions are unknown'] : [],
      raw: [{ name: 'nmap-versions.xml', content: `${versions.rawXml}\n` }],
    }
  },
})
