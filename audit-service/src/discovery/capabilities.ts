import { nmapAvailability } from '../probes/nmap/availability.ts'
import { discoverers } from './discoverers.ts'

/** `detail`: the program in use, or what is missing and therefore not done. */
type Capability = { name: string; available: boolean; detail: string }

/** What this machine can do to find hosts and their ports; asked once at start, each entry is shown to people. */
export async function capabilities(): Promise<Capability[]> {
  const [nmap, ...found] = await Promise.all([
    nmapAvailability(),
    ...discoverers.map(async ({ name, availability }) => {
      const { available, detail } = await availability()
      return { name, available, detail }
    }),
  ])
  return [...found, { name: 'nmap', available: nmap.available, detail: describeNmap(nmap) }]
}

function describeNmap(nmap: Awaited<ReturnType<typeof nmapAvailability>>): string {
  if (!nmap.available) return `${nmap.detail}: no port scan`
  return nmap.raw ? `nmap ${nmap.version}` : `nmap ${nmap.version}, without raw sockets: no OS detection`
}
