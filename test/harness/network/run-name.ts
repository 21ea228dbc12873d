import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Everything a run makes carries the pid and the start time of the process that made it, so that what a dead run left
 * behind can be told from what a live one uses, even after its pid was given to another process.
 */
export function newRunName(): string {
  return `rollcall-${process.pid}-${startTimeTicks(process.pid) ?? 0}-${randomBytes(3).toString('hex')}`
}

const pattern = /^rollcall-(\d+)-(\d+)-[0-9a-f]{6}(-|$)/

/** True for a name made by `newRunName` (with any suffix) in a process that no longer runs. */
export function isStale(name: string): boolean {
  const match = pattern.exec(name)
  return match !== null && startTimeTicks(Number(match[1])) !== Number(match[2])
}

/** Start time in clock ticks since boot: field 22 of proc_pid_stat(5), counted after the name, which may hold blanks. */
function startTimeTicks(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return undefined // No such process.
  }
}
