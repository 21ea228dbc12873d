import type { PortProbe } from '../host-probe.ts'
import type { PortScans } from '../port-scans.ts'

/** Scans TCP ports with nmap. */
export const portProbe = (scans: PortScans, scanned: readonly number[]): PortProbe => ({
  name: 'nmap',
  ports: scanned,
  async run({ live, signal }) {
    const ports = await scans.scan({ address: live.address }, signal)
    if (ports === undefined) return { outcome: 'no-answer' }
    return {
      outcome: 'ok',
      findings: { ports },
      truncated: ports.timedOut ? ['nmap: the time limit of the host expired, its ports are unknown'] : [],
      raw: [{ name: 'nmap.xml', content: `${ports.rawXml}\n` }],
    }
  },
})
