import { dayMs } from '@rollcall/shared/durations.ts'

/**
 * A time that the collector's clock is trusted to tell. Every job that deletes records or ends their state because of
 * their age takes one as a parameter, and only `TimeGuard.run` hands one out: while the clock is in doubt such a job
 * cannot be called. `test/house/trusted-time.test.ts` fails for a job that reads the clock instead.
 */
export class TrustedTime {
  readonly #ms: number

  constructor(now: Date) {
    this.#ms = now.getTime()
  }

  /** The current time as the store writes it. */
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

  /** The time `days` days before now; undefined for 0 days, which stand for ever. */
  daysAgo(days: number): string | undefined {
    return days > 0 ? this.before(days * dayMs) : undefined
  }
}
