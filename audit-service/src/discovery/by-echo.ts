import { echoAccess } from '../probes/icmp/echo-sockets.ts'
import { echoSweep } from '../probes/icmp/echo-sweep.ts'
import { loadLibc } from '../probes/packets/libc.ts'
import type { Discoverer } from './discoverer.ts'

const details = {
  raw: 'echo requests with raw sockets',
  datagram: 'echo requests with ping sockets (net.ipv4.ping_group_range), because raw sockets are not permitted',
}

/** Sends echo requests from this process. */
export const byEcho: Discoverer = {
  name: 'ping',
  finds: 'icmp',
  availability: async () => {
    const loaded = await loadLibc()
    if (!loaded.available) return loaded
    const { libc } = loaded
    const access = { 4: echoAccess(libc, 4), 6: echoAccess(libc, 6) }
    const used = access[4] ?? access[6]
    if (used === undefined) {
      return { available: false, detail: 'neither CAP_NET_RAW nor net.ipv4.ping_group_range permits echo requests' }
    }
    return {
      available: true,
      detail: details[used],
      sweep: ({ addresses, ...batch }, report) =>
        echoSweep(addresses, { ...batch, libc, access }, (answer) => report({ ...answer, foundBy: 'icmp' })),
    }
  },
}
