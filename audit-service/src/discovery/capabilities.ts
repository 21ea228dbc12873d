import { nmapAvailability } from '../probes/nmap/availability.ts'
import { discoverers } from './discoverers.ts'

/** `detail`: the program in use, or what is missing and therefore not done. */
type Capability = { name: string; available: boolean; detail: string }

/** What this machine can do to find hosts and their ports; asked once at start, each entry is shown to people. */
export async function capabilities(): Promise<Capability[]> {
  const nmap = await nmapAvailability()
  const names = [...new Set(discoverers.map(({ name }) => name))]
  const found = await Promise.all(names.map(inUse))
  return [...found, { name: 'nmap', available: nmap.available, detail: describeNmap(nmap) }]
}

/** Of the ways that have the name, the one in use, or why none of them is. */
async function inUse(name: string): Promise<Capability> {
  const ways = discoverers.filter((way) => way.name === name)
  const states = await Promise.all(ways.map(({ availability }) => availability()))
  const used = states.find(({ available }) => available)
  if (used) return { name, available: true, detail: used.detail }
  return { name, available: false, detail: states.map(({ detail }) => detail).join('; ') }
}

function describeNmap(nmap: Awaited<ReturnType<typeof nmapAvailability>>): string {
  if (!nmap.available) return `${nmap.detail}: no port scan`
  return nmap.raw ? `nmap ${nmap.version}` : `nmap ${nmap.version}, without raw sockets: no OS detection`
}
