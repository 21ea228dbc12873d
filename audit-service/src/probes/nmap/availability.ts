import { readFileSync } from 'node:fs'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

type NmapAvailability =
  /** `raw`: nmap may send raw packets (SYN scan, OS detection, proof of the sender of a reset). */
  { available: true; program: string; version: string; raw: boolean } | { available: false; detail: string }

export async function nmapAvailability(): Promise<NmapAvailability> {
  const program = findProgram('nmap')
  if (program === undefined) return { available: false, detail: 'nmap is not installed' }
  const result = await runProcess(program, ['--version'], { timeoutMs: 5_000 })
  const [, version] = /^Nmap version (\S+)/m.exec(result.stdout) ?? []
  if (result.code !== 0 || version === undefined) return { available: false, detail: `${program} does not run` }
  return { available: true, program, version, raw: childrenMaySendRaw() }
}

/** CAP_NET_RAW of linux/capability.h. */
const netRaw = 1n << 13n

/**
 * Returns true if a child process may open raw sockets. Root in a container may lack the capability, and nmap, which
 * checks only the user id, then fails. Children of an ordinary user inherit only ambient capabilities, unless nmap has
 * file capabilities: NMAP_PRIVILEGED (nmap(1)) says so, and the bounding set limits them.
 */
function childrenMaySendRaw(): boolean {
  const root = process.geteuid?.() === 0
  if (process.platform !== 'linux') return root
  const ofUser = process.env['NMAP_PRIVILEGED'] === undefined ? 'CapAmb' : 'CapBnd'
  const [, set] = new RegExp(`^${root ? 'CapEff' : ofUser}:\\s*([0-9a-f]+)$`, 'm').exec(processStatus()) ?? []
  return set !== undefined && (BigInt(`0x${set}`) & netRaw) !== 0n
}

function processStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'latin1')
  } catch {
    // No /proc: the capabilities are unknown, so none are assumed.
    return ''
  }
}
