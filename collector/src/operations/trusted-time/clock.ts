import type { Machine } from './machine.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Limit for a system clock behind the expected time: a correction by NTP. */
const behindMsMax = 5 * minuteMs
/** Limit for a system clock ahead while the machine's uptime measures the elapsed time: a paused virtual machine. */
const aheadMsMax = 12 * hourMs
/** Limit for a system clock ahead if nothing measures the elapsed time: the collector was off across a reboot. */
const unmeasuredMsMax = 7 * 24 * hourMs
/** Minimum interval between reads of the uptime, which is a file. */
const checkEveryMs = 1_000

/** A trusted time, with the machine's uptime at that time. */
export type TimeRecord = { atMs: number; bootId: string | undefined; uptimeMs: number }

/** Difference between the system clock and the expected time; positive if the clock is ahead. */
export type ClockLeap = { offsetMs: number }

export type TrustedClock = {
  /** Returns the system time. After a leap or a step back, it counts on from the last trusted time. */
  now(): Date
  /** Compares the system clock with the uptime; undefined if they agree. */
  leap(): ClockLeap | undefined
  /** Compares the system clock with a time recorded earlier, by this process or the previous one. */
  compareWith(record: TimeRecord): void
  /** Accepts the system clock as correct. */
  accept(): void
  record(): TimeRecord
}

export function createTrustedClock(machine: Machine): TrustedClock {
  let reference = { atMs: machine.systemMs(), uptimeMs: machine.uptimeMs() }
  let leapMsMax = aheadMsMax
  let offsetMs: number | undefined
  let latestMs = reference.atMs
  let checked = { systemMs: reference.atMs, monotonicMs: machine.monotonicMs(), nowMs: reference.atMs }

  const check = () => {
    const [systemMs, uptimeMs, monotonicMs] = [machine.systemMs(), machine.uptimeMs(), machine.monotonicMs()]
    const expectedMs = reference.atMs + uptimeMs - reference.uptimeMs
    const aheadMs = systemMs - expectedMs
    const isLeap = aheadMs > leapMsMax || aheadMs < -behindMsMax
    offsetMs = isLeap ? aheadMs : undefined
    if (!isLeap) {
      reference = { atMs: systemMs, uptimeMs }
      leapMsMax = aheadMsMax
    }
    checked = { systemMs, monotonicMs, nowMs: isLeap ? expectedMs : systemMs }
  }

  /** Reports whether the last check is recent enough to be reused. */
  const isFresh = () => {
    const passedMs = machine.monotonicMs() - checked.monotonicMs
    return passedMs < checkEveryMs && Math.abs(machine.systemMs() - checked.systemMs - passedMs) < checkEveryMs
  }

  return {
    now() {
      if (!isFresh()) check()
      const passedMs = machine.monotonicMs() - checked.monotonicMs
      const nowMs = offsetMs === undefined ? machine.systemMs() : checked.nowMs + passedMs
      latestMs = Math.max(latestMs, Math.floor(nowMs))
      return new Date(latestMs)
    },
    leap() {
      check()
      return offsetMs === undefined ? undefined : { offsetMs }
    },
    compareWith({ atMs, bootId, uptimeMs }) {
      const nowMs = machine.uptimeMs()
      const isMeasured = bootId !== undefined && bootId === machine.bootId && uptimeMs <= nowMs
      reference = { atMs, uptimeMs: isMeasured ? uptimeMs : nowMs }
      leapMsMax = isMeasured ? aheadMsMax : unmeasuredMsMax
      check()
      latestMs = Math.floor(checked.nowMs)
    },
    accept() {
      reference = { atMs: machine.systemMs(), uptimeMs: machine.uptimeMs() }
      latestMs = reference.atMs
      check()
    },
    record() {
      const atMs = this.now().getTime()
      return { atMs, bootId: machine.bootId, uptimeMs: machine.uptimeMs() }
    },
  }
}
