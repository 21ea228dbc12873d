import type { WindowsApi } from '../../../platform/windows/api.ts'
import { decodeListeners } from '../../../platform/windows/listener-table.ts'
import type { NetworkPart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { upTo } from '../../up-to.ts'

const listenersMax = 4096
/** Ports from here on are for the other end of a connection (RFC 6335): a UDP socket there awaits an answer. */
const dynamicPort = 49_152

/** Reads the ports on which programs accept connections or datagrams. */
export const windowsListeners = (api: WindowsApi): Source<NetworkPart> => ({
  name: 'windows-listeners',
  reads: ['listeners'],
  isAvailable: async () => true,
  collect: async (_host, onCut) => {
    const programs = api.processNames()
    const rows = (['tcp', 'udp'] as const).flatMap((protocol) =>
      ([4, 6] as const).flatMap((family) =>
        decodeListeners(api.listenerTable(protocol, family), `${protocol}${family}`)
          .filter(({ address, port }) => address !== '' && port > 0 && (protocol === 'tcp' || port < dynamicPort))
          // The system's own program comes first among several at one port: it has the lowest number.
          .sort((left, right) => left.processId - right.processId)
          .map(({ address, port, processId }) => ({ protocol, address, port, program: programs.get(processId) })),
      ),
    )
    return { listeners: upTo(rows, listenersMax, 'ports', onCut) }
  },
})
