import { nmapAvailability } from '../probes/nmap/availability.ts'
import { firstAvailable } from './discoverer.ts'
import { discoverers } from './discoverers.ts'

/** `detail`: the program in use, or what is missing and therefore not done. */
type Capability = { name: string; available: boolean; detail: string }

/** What it costs where no way of the name can be used; connections always can. */
const missed: Record<string, string> = {
  ping: 'hosts that answer nothing else are missed',
  arp: 'hosts of our own link that drop all else are missed',
}

/** What this machine can do to find hosts and their ports; asked once at start, each entry is shown to people. */
export async function capabilities(): Promise<Capability[]> {
  const nmap = await nmapAvailability()
  const names = [...new Set(discoverers.map(({ name }) => name))]
  const found = await Promise.all(names.map(inUse))
  return [...found, { name: 'nmap', available: nmap.available, detail: describeNmap(nmap) }]
}

/** Of the ways that have the name, the one in use, or why none of them is. */
async function inUse(name: string): Promise<Capability> {
  const missing: string[] = []
  const ways = discoverers.filter((discoverer) => discoverer.name === name)
  const used = await firstAvailable(ways, (detail) => missing.push(detail))
  return { name, available: used !== undefined, detail: used?.detail ?? [...missing, missed[name]].join('; ') }
}

function describeNmap(nmap: Awaited<ReturnType<typeof nmapAvailability>>): string {
  if (!nmap.available) return `${nmap.detail}: no port scan`
  return nmap.raw ? `nmap ${nmap.version}` : `nmap ${nmap.version}, without raw sockets: no OS detection`
}
