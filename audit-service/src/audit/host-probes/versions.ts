import { isPrintPort } from '../../probes/nmap/common-ports.ts'
import type { HostProbe } from '../host-probe.ts'
import type { PortScans } from '../port-scans.ts'

/** What the open ports run, by nmap. It sends them data: raw print ports are not asked. */
export const versionProbe = (scans: PortScans): HostProbe => ({
  name: 'nmap versions',
  async run({ live, openPorts, signal }) {
    const ports = (await openPorts).filter((port) => !isPrintPort(port))
    if (ports.length === 0) return { outcome: 'no-answer', detail: 'no port to ask' }
    const versions = await scans.scan({ address: live.address, ports }, signal)
    if (versions === undefined) return { outcome: 'no-answer' }
    return {
      outcome: 'ok',
      findings: { versions },
      truncated: versions.timedOut ? ['nmap: the time of the host ran out, versions are not known'] : [],
      raw: [{ name: 'nmap-versions.xml', content: `${versions.rawXml}\n` }],
    }
  },
})
