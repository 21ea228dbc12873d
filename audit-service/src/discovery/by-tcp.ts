import { setTimeout as delay } from 'node:timers/promises'
import { nmapAvailability } from '../probes/nmap/availability.ts'
import { confirmAlive } from '../probes/nmap/confirm-alive.ts'
import { connectSweep } from './connect-sweep.ts'
import type { Discoverer, Sweep } from './discoverer.ts'
import { portsToSweep } from './ports-to-sweep.ts'

/** Time to gather refusals, so that nmap starts once for many. */
const gatherMs = 60

/** Returns the addresses that answer on one of the ports themselves; called for connections that were refused. */
type Confirm = (
  addresses: readonly string[],
  ports: readonly number[],
  signal: AbortSignal,
) => Promise<readonly string[]>

/** Opens TCP connections, and confirms with nmap which host refused them. */
export const byTcp: Discoverer = {
  name: 'tcp',
  finds: 'tcp',
  availability: async () => {
    const nmap = await nmapAvailability()
    if (nmap.available && nmap.raw) {
      const { program } = nmap
      const confirm: Confirm = (addresses, ports, signal) => confirmAlive(addresses, { program, ports, signal })
      return { available: true, detail: `TCP connections; refusals confirmed by ${program}`, sweep: tcpSweep(confirm) }
    }
    const why = nmap.available ? 'nmap may not use raw sockets (root or CAP_NET_RAW)' : nmap.detail
    return {
      available: true,
      detail: `only hosts with an open port of ${portsToSweep.join(', ')}: ${why}, so a refusal may be a router's`,
      sweep: tcpSweep(async () => []),
    }
  },
}

export function tcpSweep(confirm: Confirm, ports: readonly number[] = portsToSweep): Sweep {
  return async (batch, report) => {
    const { addresses, local, signal } = batch
    const refused = new Set<string>()
    const queried = new Set<string>()
    let connecting = true
    const connect = async () => {
      try {
        await connectSweep(addresses, { ...batch, ports }, (address, port, answer) => {
          if (answer === 'open') report({ address, foundBy: 'tcp', openPorts: [port] })
          else if (local.isOwn(address)) report({ address, foundBy: 'tcp' })
          else refused.add(address)
        })
      } finally {
        connecting = false
      }
    }
    const confirmRefusals = async () => {
      for (let last = false; !last; ) {
        last = !connecting
        const doubtful = [...refused].filter((address) => !queried.has(address) && !batch.isFound(address))
        for (const address of doubtful) queried.add(address)
        const alive = doubtful.length > 0 ? await confirm(doubtful, ports, signal) : []
        for (const address of alive) report({ address, foundBy: 'tcp' })
        if (!last) await delay(gatherMs, undefined, { signal })
      }
    }
    await Promise.all([connect(), confirmRefusals()])
  }
}
