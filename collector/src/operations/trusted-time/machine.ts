import { readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** The clocks of this machine. */
export type Machine = {
  name: string
  /** Identifies the boot that `uptimeMs` counts from; undefined if the system has none. */
  bootId: string | undefined
  /** Wall-clock time, which an operator, NTP or a hypervisor can set. */
  systemMs(): number
  /** Time since boot, which cannot be set. It includes time in suspension. */
  uptimeMs(): number
  /** Monotonic time without reading a file. It may exclude time in suspension. */
  monotonicMs(): number
}

export const thisMachine = (): Machine => ({
  name: hostname(),
  bootId: readBootId(),
  systemMs: Date.now,
  uptimeMs: () => uptime() * 1_000,
  monotonicMs: () => performance.now(),
})

function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Only Linux has a boot id.
    return undefined
  }
}
