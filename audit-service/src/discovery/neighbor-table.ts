import { readFile } from 'node:fs/promises'
import { normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'

/** An entry with a hardware address in the kernel's neighbor table (ARP for IPv4, neighbor discovery for IPv6). */
export type NeighborEntry = {
  address: string
  macAddress: string
  /** Seconds since the neighbor's last answer; absent if the entry is not based on an answer. */
  confirmedSecondsAgo?: number
}

const entrySchema = z.object({
  dst: z.string(),
  lladdr: z.string().optional(),
  confirmed: z.number().optional(),
  state: z.array(z.string()).default([]),
})

/**
 * Reads the kernel's neighbor table: with iproute2 both families and the age of each answer, otherwise only IPv4
 * without ages. FAILED and INCOMPLETE entries are left out.
 */
export async function readNeighborTable(ip = findProgram('ip')): Promise<NeighborEntry[]> {
  if (ip === undefined) return parseProcNetArp(await readProcNetArp())
  const result = await runProcess(ip, ['-statistics', '-json', 'neigh', 'show'], { timeoutMs: 5_000 })
  if (result.code !== 0) throw new Error(`ip neigh failed: ${result.stderr.trim()}`)
  return parseIpNeigh(result.stdout)
}

/** Parses `ip -statistics -json neigh show` of iproute2 4.14 or newer. */
export function parseIpNeigh(text: string): NeighborEntry[] {
  const entries = z.array(z.unknown()).parse(JSON.parse(text || '[]'))
  return entries.flatMap((value) => {
    const entry = entrySchema.safeParse(value).data
    const address = normaliseIp(entry?.dst ?? '')
    const macAddress = normaliseMac(entry?.lladdr ?? '')
    if (!entry || address === undefined || macAddress === undefined || isNoHardware(macAddress)) return []
    if (entry.state.some((state) => state === 'FAILED' || state === 'INCOMPLETE')) return []
    const confirmed = entry.state.includes('REACHABLE') ? entry.confirmed : undefined
    return [{ address, macAddress, ...(confirmed !== undefined && { confirmedSecondsAgo: confirmed }) }]
  })
}

/** ATF_COM of linux/if_arp.h: the entry has a hardware address. */
const complete = 0x02

/** Parses `/proc/net/arp`: address, hardware type, flags, hardware address, mask, device. */
export function parseProcNetArp(text: string): NeighborEntry[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [addressText = '', , flags = '', mac = ''] = line.trim().split(/\s+/)
      const address = normaliseIp(addressText)
      const macAddress = normaliseMac(mac)
      if (address === undefined || macAddress === undefined || isNoHardware(macAddress)) return []
      return (Number(flags) & complete) === 0 ? [] : [{ address, macAddress }]
    })
}

const isNoHardware = (macAddress: string) => macAddress === '00:00:00:00:00:00'

async function readProcNetArp(): Promise<string> {
  try {
    return await readFile('/proc/net/arp', 'utf8')
  } catch {
    // Not Linux: there is no table.
    return ''
  }
}
