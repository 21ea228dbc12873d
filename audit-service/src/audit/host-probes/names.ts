import { queryMdns } from '../../probes/mdns/query.ts'
import { readNodeStatus } from '../../probes/netbios/node-status.ts'
import type { HostProbe } from '../host-probe.ts'

/** Queries the host by multicast DNS. */
export const mdnsProbe: HostProbe = {
  name: 'mdns',
  async run({ live, signal }) {
    const answer = await queryMdns(live.address, signal)
    if (answer === undefined) return { outcome: 'no-answer' }
    return { outcome: 'ok', findings: { mdns: answer.facts }, raw: [{ name: 'mdns.bin', content: answer.received }] }
  },
}

/** Queries the NetBIOS names of the host. */
export const netbiosProbe: HostProbe = {
  name: 'netbios',
  async run({ live, signal }) {
    const answer = await readNodeStatus(live.address, signal)
    if (answer === undefined) return { outcome: 'no-answer' }
    return {
      outcome: 'ok',
      findings: { netbios: answer.names },
      raw: [{ name: 'netbios.bin', content: answer.received }],
    }
  },
}
