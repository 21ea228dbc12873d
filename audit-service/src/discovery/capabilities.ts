import { nmapAvailability } from '../probes/nmap/availability.ts'
import { firstAvailable } from './discoverer.ts'
import { discoverers } from './discoverers.ts'

/** `detail`: the program in use, or the missing program and its consequence. */
type Capability = { name: string; available: boolean; detail: string }

/** Consequence if no discoverer of a kind can be used; TCP connections always can. */
const missed: Record<string, string> = {
  ping: 'hosts that answer no other packets are missed',
  arp: 'hosts of a local link that drop all other packets are missed',
}

/** Returns the discovery capabilities of this machine; called once at start and shown to people. */
export async function capabilities(): Promise<Capability[]> {
  const nmap = await nmapAvailability()
  const names = [...new Set(discoverers.map(({ name }) => name))]
  const found = await Promise.all(names.map(inUse))
  return [...found, { name: 'nmap', available: nmap.available, detail: describeNmap(nmap) }]
}

/** Returns the discoverer in use of a kind, or the reason none can be used. */
async function inUse(name: string): Promise<Capability> {
  const missing: string[] = []
  const candidates = discoverers.filter((discoverer) => discoverer.name === name)
  const used = await firstAvailable(candidates, (detail) => missing.push(detail))
  return { name, available: used !== undefined, detail: used?.detail ?? [...missing, missed[name]].join('; ') }
}

function describeNmap(nmap: Awaited<ReturnType<typeof nmapAvailability>>): string {
  if (!nmap.available) return `${nmap.detail}: no port scan`
  return nmap.raw ? `nmap ${nmap.version}` : `nmap ${nmap.version}, without raw sockets: no OS detection`
}
