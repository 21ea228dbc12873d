import type { PtrLookup } from '../../probes/dns/ptr-lookup.ts'
import { queryMdns } from '../../probes/mdns/query.ts'
import { readNodeStatus } from '../../probes/netbios/node-status.ts'
import type { HostProbe } from '../host-probe.ts'

/** Looks up the name of the address in DNS. */
export const ptrProbe = (names: PtrLookup): HostProbe => ({
  name: 'dns',
  async run({ live }) {
    const dnsName = await names.nameOf(live.address)
    return dnsName === undefined ? { outcome: 'no-answer' } : { outcome: 'ok', findings: { dnsName } }
  },
})

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
