import { eq, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type RepeatedWork, repeatWork } from '../../lib/repeat-work.ts'
import { TrustedTime } from '../../lib/trusted-time.ts'
import { trustedTimeTables } from '../../store/schema/operations.ts'
import { excluded } from '../../store/sql.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { confirmedCount, recordHold, releaseHold } from '../held-jobs/record-held-job.ts'
import type { ClockLeap, TimeRecord, TrustedClock } from './clock.ts'
import { createWitnesses } from './witnesses.ts'

const hourMs = 60 * 60_000
const watermarkEveryMs = 30_000
const watermarkId = 'clock'

/** Decides whether jobs that depend on the age of records may run. */
export type TimeGuard = {
  /** Runs a job, unless the collector's clock is in doubt. */
  run(job: string, work: (time: TrustedTime) => Promise<void>): Promise<void>
  /** Uses the clock of another machine as evidence: its time when it sent a message from `address`. */
  witness(address: string, sentMs: number): void
  /** Compares the clock with the watermark, periodically and after a person confirmed it. */
  check(): Promise<void>
  start(): RepeatedWork
}

type Options = {
  store: Store
  clock: TrustedClock
  log: Logger
  /** Distinguishes collectors that share a database. */
  collector: string
  /** Called after the clock was set back for good: records may be dated in the future. */
  setBack(now: string): Promise<void>
}

/**
 * Guards against leaps of the system clock. The latest trusted time is stored, so that a leap across a restart is
 * detected too. While the clock is in doubt, `clock` counts on from the last trusted time, jobs are held, and an alert
 * asks a person. The doubt ends when the clock returns, a person confirms it, or enough other machines agree with it.
 */
export async function createTimeGuard({ store, clock, log, collector, setBack }: Options): Promise<TimeGuard> {
  const witnesses = createWitnesses()
  const hold = { siteId: '', job: 'clock' as const, subject: collector }
  let isReported = false

  const record = await store.read(readWatermark)
  if (record) clock.compareWith(record)

  const report = ({ offsetMs }: ClockLeap) => {
    if (isReported) return
    isReported = true
    const hours = Math.round(offsetMs / hourMs)
    log.error({ hours }, 'the system clock leapt; jobs that delete or expire records are held until this is resolved')
  }

  const check = async () => {
    const leap = clock.leap()
    const { atMs, bootId = null, uptimeMs } = clock.record()
    const now = new Date(atMs).toISOString()
    if (leap) report(leap)
    const isConfirmed = await store.write(async (tx) => {
      await raiseWatermark(tx, { at: now, bootId, uptimeMs: Math.floor(uptimeMs) })
      if (!leap) {
        await releaseHold(tx, hold)
        return false
      }
      const hours = Math.round(leap.offsetMs / hourMs)
      const confirmed = await confirmedCount(tx, hold)
      if (confirmed !== undefined && Math.abs(confirmed - hours) <= 1) return true
      await recordHold(tx, { ...hold, count: hours, total: 0 }, now)
      return false
    })
    if (!leap) {
      if (isReported) log.info({}, 'the system clock agrees with the elapsed time again; held jobs continue')
      isReported = false
      witnesses.clear()
    } else if (isConfirmed || witnesses.agree()) await accept(leap, isConfirmed ? 'a person' : 'other machines')
  }

  const accept = async ({ offsetMs }: ClockLeap, by: string) => {
    clock.accept()
    const { atMs, bootId = null, uptimeMs } = clock.record()
    const at = new Date(atMs).toISOString()
    await store.write(async (tx) => {
      await releaseHold(tx, hold)
      const { timeWatermark } = tx.tables(trustedTimeTables)
      await tx.delete(timeWatermark).where(eq(timeWatermark.id, watermarkId))
      await raiseWatermark(tx, { at, bootId, uptimeMs: Math.floor(uptimeMs) })
    })
    log.warn({ by, hours: Math.round(offsetMs / hourMs) }, 'the system clock was accepted as right; held jobs continue')
    isReported = false
    witnesses.clear()
    if (offsetMs < 0) await setBack(at)
  }

  await check()
  return {
    async run(job, work) {
      const leap = clock.leap()
      if (!leap) return work(new TrustedTime(clock.now()))
      log.debug({ job }, 'held: the system clock leapt')
      report(leap)
    },
    witness(address, sentMs) {
      const leap = isReported ? clock.leap() : undefined
      if (leap) witnesses.add(address, sentMs - (clock.now().getTime() + leap.offsetMs))
    },
    check,
    start: () =>
      repeatWork(
        () => check().catch((error: unknown) => log.error({ err: error }, 'the clock could not be checked; retrying')),
        watermarkEveryMs,
      ),
  }
}

/** Reads the latest trusted time; undefined for a database without a watermark. */
async function readWatermark(db: Db): Promise<TimeRecord | undefined> {
  const { timeWatermark } = db.tables(trustedTimeTables)
  const [row] = await db.select().from(timeWatermark).where(eq(timeWatermark.id, watermarkId))
  return row && { atMs: Date.parse(row.at), bootId: row.bootId ?? undefined, uptimeMs: row.uptimeMs }
}

type Watermark = { at: string; bootId: string | null; uptimeMs: number }

/** Raises the watermark, never lowers it: another collector may be ahead by some milliseconds. */
async function raiseWatermark(tx: Tx, values: Watermark): Promise<void> {
  const { timeWatermark } = tx.tables(trustedTimeTables)
  const { at, bootId, uptimeMs } = timeWatermark
  await tx
    .insert(timeWatermark)
    .values({ id: watermarkId, ...values })
    .onConflictDoUpdate({
      target: timeWatermark.id,
      set: { at: excluded(at), bootId: excluded(bootId), uptimeMs: excluded(uptimeMs) },
      setWhere: lt(at, excluded(at)),
    })
}
