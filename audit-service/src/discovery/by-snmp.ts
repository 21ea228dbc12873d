import { Slots } from '@rollcall/shared/slots.ts'
import { loadLibc } from '../probes/packets/libc.ts'
import { discoverEngine } from '../probes/snmp/endpoint-v3.ts'
import { SnmpError } from '../probes/snmp/errors.ts'
import type { UdpTransport } from '../probes/snmp/transport.ts'
import { engineSweep } from '../probes/snmp-discovery/engine-sweep.ts'
import type { Discoverer, Sweep } from './discoverer.ts'

type SnmpSweep = { transport: UdpTransport; ports: readonly number[] }

/** Few hosts that drop echo requests answer SNMP. One packet in a hundred may be lost, but not two to the same host. */
const retriesMax = 1
/** Concurrent requests of the transport: each takes some kilobytes. */
const questionsAtOnce = 2048

/**
 * Sends SNMPv3 engine discovery (RFC 3414, section 4) for hosts that drop all other packets. It contains no secret, and
 * every v3 engine answers it for any user. Uses raw packets, or the transport if these are not available.
 */
export const bySnmp = ({ transport, ports }: SnmpSweep): Discoverer => ({
  name: 'snmp',
  finds: 'snmp',
  availability: async () => {
    const loaded = await loadLibc()
    const sweep: Sweep = loaded.available
      ? ({ addresses, ...batch }, report) => {
          const asking = { ...batch, libc: loaded.libc, ports, retries: Math.min(batch.retries, retriesMax) }
          return engineSweep(addresses, asking, (address) => report({ address, foundBy: 'snmp' }))
        }
      : transportSweep({ transport, ports })
    return { available: true, detail: 'v3 engine discovery', sweep }
  },
})

export function transportSweep({ transport, ports }: SnmpSweep): Sweep {
  return async ({ addresses, isFound, pacer, timeoutMs, signal, ...batch }, report) => {
    const retries = Math.min(batch.retries, retriesMax)
    // An answer to any attempt counts until the time of the last one is over.
    const patience = { timeoutMs: timeoutMs / (retries + 1), retries, signal }
    const slots = new Slots(questionsAtOnce)
    const ask = async (address: string, port: number) => {
      if (isFound(address)) return
      await pacer.take(retries + 1, signal)
      if (await isEngine(transport, { address, port }, patience)) report({ address, foundBy: 'snmp' })
    }
    for (const port of ports) await Promise.all(addresses.map((address) => slots.use(() => ask(address, port))))
    signal.throwIfAborted()
  }
}

async function isEngine(
  transport: UdpTransport,
  target: { address: string; port: number },
  patience: Parameters<typeof discoverEngine>[2],
): Promise<boolean> {
  try {
    await discoverEngine(transport, target, patience)
    return true
  } catch (error) {
    // Silence, the usual result of an address; the caller handles an abort.
    if (error instanceof SnmpError || patience.signal?.aborted) return false
    throw error
  }
}
