import type { Machine } from './machine.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How far the system clock may be behind the expected time: a correction by NTP. */
const behindMsMax = 5 * minuteMs
/** How far it may be ahead while the machine's uptime measures the time that passed: a virtual machine that was paused. */
const aheadMsMax = 12 * hourMs
/** How far it may be ahead when nothing measures the time that passed: the collector was off across a reboot. */
const unmeasuredMsMax = 7 * 24 * hourMs
/** The uptime is read at most this often: it is a file. */
const checkEveryMs = 1_000

/** A time that was right, and where the machine's uptime was then. */
export type TimeRecord = { atMs: number; bootId: string | undefined; uptimeMs: number }

/** The system clock is this far from the time that must have passed: above 0 it is ahead. */
export type ClockLeap = { offsetMs: number }

export type TrustedClock = {
  /** Follows the system clock, but neither a leap nor a step back: then it counts on from the last time it trusted. */
  now(): Date
  /** Compares the system clock with the uptime now; undefined when they agree. */
  leap(): ClockLeap | undefined
  /** Compares the system clock with a time that was recorded earlier, by this process or the one before it. */
  compareWith(record: TimeRecord): void
  /** Takes the system clock for right, whatever it shows. */
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

  /** Whether so little has happened since the last check that another would say the same. */
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
