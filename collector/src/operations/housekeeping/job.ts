import type { TrustedTime } from '../../lib/trusted-time.ts'

const intervalMs = 30_000

/** A periodic job with the name used in logs. */
export type Job = { name: string; everyMs: number } & (
  | { run(): Promise<void> }
  /** A job that deletes records or ends their state because of their age. */
  | { runInTrustedTime(time: TrustedTime): Promise<void> }
)

export const atAnyTime = (name: string, run: () => Promise<void>, everyMs = intervalMs): Job => ({ name, everyMs, run })

export const inTrustedTime = (
  name: string,
  runInTrustedTime: (time: TrustedTime) => Promise<void>,
  everyMs = intervalMs,
): Job => ({ name, everyMs, runInTrustedTime })
