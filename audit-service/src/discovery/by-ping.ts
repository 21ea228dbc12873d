import { pingAvailability } from '../probes/ping/availability.ts'
import { pingSweep } from '../probes/ping/ping-sweep.ts'
import type { Discoverer } from './discoverer.ts'

/** Echo requests by fping. */
export const byPing: Discoverer = {
  name: 'ping',
  finds: 'icmp',
  availability: async () => {
    const ping = await pingAvailability()
    if (!ping.available) return ping
    const { program } = ping
    return {
      available: true,
      detail: program,
      sweep: ({ addresses, packetsPerSecond, burstPackets, timeoutMs, retries, signal }, report) =>
        pingSweep(addresses, { program, packetsPerSecond, burstPackets, timeoutMs, retries, signal }, (answer) =>
          report({ ...answer, foundBy: 'icmp' }),
        ),
    }
  },
}
