import { runText, valueBytesMax } from '../../platform/host.ts'
import type { Source } from '../source.ts'
import { parseHostName } from './host-name.ts'
import type { NetworkPart } from './part.ts'

/** The host name where there is no /proc to read it from. */
export const systemHostName: Source<NetworkPart> = {
  name: 'own-name',
  isAvailable: (host) => host.hasProgram('hostname'),
  collect: async (host) => {
    const [kernel, hosts = ''] = await Promise.all([
      runText(host, 'hostname', []),
      host.readFile('/etc/hosts', valueBytesMax * 64),
    ])
    // `.local` is what multicast DNS adds to a name (RFC 6762), not a domain that the machine is in.
    return parseHostName({ kernel: kernel.trim().replace(/\.local$/i, ''), hosts })
  },
}
