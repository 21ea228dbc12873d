import type { PortProbe } from '../host-probe.ts'
import type { PortScans } from '../port-scans.ts'

/** Which TCP ports are open, by nmap. */
export const portProbe = (scans: PortScans): PortProbe => ({
  name: 'nmap',
  async run({ live, signal }) {
    const ports = await scans.scan({ address: live.address }, signal)
    if (ports === undefined) return { outcome: 'no-answer' }
    return {
      outcome: 'ok',
      findings: { ports },
      truncated: ports.timedOut ? ['nmap: the time of the host ran out, its ports are not known'] : [],
      raw: [{ name: 'nmap.xml', content: `${ports.rawXml}\n` }],
    }
  },
})
