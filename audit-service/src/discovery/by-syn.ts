import { loadLibc } from '../probes/packets/libc.ts'
import { maySendSyn, synSweep } from '../probes/tcp-syn/syn-sweep.ts'
import type { Discoverer } from './discoverer.ts'
import { portsToSweep } from './ports-to-sweep.ts'

/** Opens TCP connections halfway. The answer's sender is visible, so a router's refusal does not count. */
export const bySyn: Discoverer = {
  name: 'tcp',
  finds: 'tcp',
  availability: async () => {
    const loaded = await loadLibc()
    if (!loaded.available) return loaded
    const { libc } = loaded
    if (!maySendSyn(libc)) return { available: false, detail: 'raw sockets are not permitted (root or CAP_NET_RAW)' }
    return {
      available: true,
      detail: `SYN to ports ${portsToSweep.join(', ')} with raw sockets`,
      sweep: ({ addresses, ...batch }, report) =>
        synSweep(addresses, { ...batch, libc, ports: portsToSweep }, (address, port, answer) =>
          report({ address, foundBy: 'tcp', ...(answer === 'open' && { openPorts: [port] }) }),
        ),
    }
  },
}
