import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { valueBytesMax } from '../../platform/host.ts'
import type { NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf } from '../text.ts'

/** Address of a local stub such as systemd-resolved, which forwards to servers listed elsewhere. */
const localStub = '127.0.0.53'

/** Reads the DNS servers of resolv.conf(5). */
export const resolver: Source<NetworkPart> = {
  name: 'resolv.conf',
  reads: ['dnsServers', 'domain'],
  isAvailable: async (host) => (await host.readFile('/etc/resolv.conf', valueBytesMax)) !== undefined,
  collect: async (host) => {
    const own = parseResolvConf((await host.readFile('/etc/resolv.conf', valueBytesMax)) ?? '')
    if (!own.dnsServers?.includes(localStub)) return own
    const behind = await host.readFile('/run/systemd/resolve/resolv.conf', valueBytesMax)
    return behind === undefined ? own : { ...parseResolvConf(behind), domain: own.domain }
  },
}

/** Returns the servers in query order. `search` is left out: it lists search domains, not the host's own domain. */
export function parseResolvConf(text: string): NetworkPart {
  const dnsServers: string[] = []
  let domain: string | undefined
  for (const line of linesOf(text)) {
    const [keyword, value = ''] = line.trim().split(/\s+/)
    const address = keyword === 'nameserver' ? normaliseIp(value) : undefined
    if (address !== undefined && !dnsServers.includes(address)) dnsServers.push(address)
    if (keyword === 'domain' && value !== '' && value !== '.') domain = value
  }
  return { dnsServers, domain }
}
