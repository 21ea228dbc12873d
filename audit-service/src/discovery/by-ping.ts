import { pingAvailability } from '../probes/ping/availability.ts'
import { pingSweep } from '../probes/ping/ping-sweep.ts'
import type { Discoverer } from './discoverer.ts'

/** fping numbers its packets with 16 bits, and reads all targets before it sends. */
const addressesAtOnce = 4096

/** Sends echo requests with fping, which many systems install for all users. */
export const byPing: Discoverer = {
  name: 'ping',
  finds: 'icmp',
  availability: async () => {
    const ping = await pingAvailability()
    if (!ping.available) return ping
    const { program } = ping
    return {
      available: true,
      detail: `${program}: a large segment takes several times as long as with raw sockets (root or CAP_NET_RAW)`,
      sweep: async ({ addresses, onSent, onPassed, ...batch }, report) => {
        for (let start = 0; start < addresses.length; start += addressesAtOnce) {
          const some = addresses.slice(start, start + addressesAtOnce)
          await pingSweep(some, { ...batch, program }, (answer) => report({ ...answer, foundBy: 'icmp' }))
          onPassed(some.length)
        }
        onSent()
      },
    }
  },
}
