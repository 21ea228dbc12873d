import { readFileSync } from 'node:fs'

/** MiB of a process by /proc: its resident set now, or the highest it was. */
export function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}
