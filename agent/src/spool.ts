import { readdir } from 'node:fs/promises'
import { dayMs } from '@rollcall/shared/durations.ts'
import { Spool, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { spoolPath } from './config.ts'

/** Room for weeks of hourly snapshots of some 50 KB each. */
const spoolBytesMax = 128 * 1024 * 1024

/** Opens the snapshots that wait for the collector. */
export const openSpool = (stateDir: string): Promise<Spool> =>
  Spool.open(spoolPath(stateDir), { bytesMax: spoolBytesMax })

/** Reports whether a snapshot waits, without a lock. */
export async function isAnythingSpooled(stateDir: string): Promise<boolean> {
  const entries = await readdir(spoolPath(stateDir), { withFileTypes: true }).catch(() => [])
  return entries.some((entry) => entry.isFile())
}

/** An older snapshot is dropped if it still cannot be sent. */
const ageMsMax = 30 * dayMs
/** The agent runs hourly. A longer gap is a machine that was off, or a clock that leapt: it counts as one day. */
const gapMsMax = dayMs

/** Stores a snapshot, and drops the oldest ones if it does not fit otherwise. Returns how many were dropped. */
export async function storeSnapshot(spool: Spool, packed: Uint8Array): Promise<number> {
  for (let dropped = 0; ; dropped += 1) {
    try {
      await spool.append('snapshot', packed)
      return dropped
    } catch (error) {
      const [oldest] = spool.entries()
      if (!(error instanceof SpoolFullError) || !oldest || packed.length >= spool.bytesMax) throw error
      await spool.remove(oldest.id)
    }
  }
}

/**
 * Drops snapshots that could not be sent for a month, and returns how many. An age is the sum of the gaps between the
 * snapshots: a clock that leaps from 1970 to today, or to 2100, must not delete the whole spool.
 */
export async function dropExpired(spool: Spool, nowMs = Date.now()): Promise<number> {
  const expired: string[] = []
  let [ageMs, laterMs] = [0, nowMs]
  for (const { id, storedAtMs } of spool.entries().reverse()) {
    ageMs += Math.min(Math.max(laterMs - storedAtMs, 0), gapMsMax)
    laterMs = storedAtMs
    if (ageMs > ageMsMax) expired.push(id)
  }
  for (const id of expired) await spool.remove(id)
  return expired.length
}
