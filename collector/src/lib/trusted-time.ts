import { dayMs } from '@rollcall/shared/durations.ts'

/**
 * A time from the collector's clock after it was checked. Every job that deletes records or ends their state because of
 * their age takes one as a parameter, and only `TimeGuard.run` creates one: while the clock is in doubt such a job
 * cannot be called. `test/house/trusted-time.test.ts` fails for a job that reads the clock instead.
 */
export class TrustedTime {
  readonly #ms: number

  constructor(now: Date) {
    this.#ms = now.getTime()
  }

  /** The current time in the form of the store. */
  get now(): string {
    return new Date(this.#ms).toISOString()
  }

  get date(): Date {
    return new Date(this.#ms)
  }

  /** The time `ms` milliseconds before now. */
  before(ms: number): string {
    return new Date(this.#ms - ms).toISOString()
  }

  /** The time `days` days before now; undefined for 0 days, which means forever. */
  daysAgo(days: number): string | undefined {
    return days > 0 ? this.before(days * dayMs) : undefined
  }
}
