import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a tick in /proc. */
const tickMs = 10

type Process = { parent: number; ticks: number }

/** CPU time that processes and their children have used, in milliseconds. */
export function cpuMsOf(pids: readonly number[]): number {
  const all = new Map(readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : [])))
  const isAmong = (pid: number): boolean => pids.includes(pid) || (pid > 1 && isAmong(all.get(pid)?.parent ?? 0))
  return [...all].reduce((sum, [pid, { ticks }]) => (isAmong(pid) ? sum + ticks * tickMs : sum), 0)
}

/** With the time of children that have ended. */
function readProcess(pid: number): [number, Process][] {
  try {
    // The name of the program, in brackets, may have spaces.
    const [, , , parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^\d+ \(.*\)/s, '0 0')
      .split(' ')
    const ticks = rest.slice(9, 13).reduce((sum, text) => sum + Number(text), 0)
    return [[pid, { parent: Number(parent), ticks }]]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
