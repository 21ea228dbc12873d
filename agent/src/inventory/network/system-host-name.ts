import { runText, valueBytesMax } from '../../platform/host.ts'
import type { NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseHostName } from './host-name.ts'

/** Reads the host name on systems without /proc. */
export const systemHostName: Source<NetworkPart> = {
  name: 'own-name',
  reads: ['hostname', 'domain'],
  isAvailable: (host) => host.hasProgram('hostname'),
  collect: async (host) => {
    const [kernel, hosts = ''] = await Promise.all([
      runText(host, 'hostname', []),
      host.readFile('/etc/hosts', valueBytesMax * 64),
    ])
    // Multicast DNS adds `.local` to a name (RFC 6762); it is no domain of the machine.
    return parseHostName({ kernel: kernel.trim().replace(/\.local$/i, ''), hosts })
  },
}
