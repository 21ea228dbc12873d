import { discoverEngine } from '../probes/snmp/endpoint-v3.ts'
import { SnmpError } from '../probes/snmp/errors.ts'
import type { UdpTransport } from '../probes/snmp/transport.ts'
import type { Batch, Discoverer, Sweep } from './discoverer.ts'

type SnmpSweep = { transport: UdpTransport; ports: readonly number[] }

/**
 * v3 engine discovery (RFC 3414 section 4) for hosts that let nothing else through. It holds no secret; every engine
 * that knows v3 answers it, whatever its users.
 */
export const bySnmp = (options: SnmpSweep): Discoverer => ({
  name: 'snmp',
  finds: 'snmp',
  availability: async () => ({ available: true, detail: 'v3 engine discovery', sweep: snmpSweep(options) }),
})

function snmpSweep({ transport, ports }: SnmpSweep): Sweep {
  return async ({ addresses, isFound, pacer, timeoutMs, retries, signal }, report) => {
    // The answer to any attempt is taken until the last one's time is over.
    const patience = { timeoutMs: timeoutMs / (retries + 1), retries, signal }
    const asking: Promise<void>[] = []
    for (const port of ports) {
      for (const address of addresses) {
        if (isFound(address)) continue
        await pacer.take(retries + 1, signal)
        asking.push(ask(transport, { address, port }, patience, report))
      }
    }
    await Promise.all(asking)
    signal.throwIfAborted()
  }
}

async function ask(
  transport: UdpTransport,
  target: { address: string; port: number },
  patience: Pick<Batch, 'timeoutMs' | 'retries' | 'signal'>,
  report: Parameters<Sweep>[1],
): Promise<void> {
  try {
    await discoverEngine(transport, target, patience)
    report({ address: target.address, foundBy: 'snmp' })
  } catch (error) {
    // Silence, which is what most addresses answer; an abort is the caller's to see.
    if (!(error instanceof SnmpError) && !patience.signal.aborted) throw error
  }
}
