import { dayMs } from '@rollcall/shared/durations.ts'
import { Spool, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { spoolPath } from './config.ts'

/** Room for weeks of hourly snapshots of some 50 KB each. */
const spoolBytesMax = 128 * 1024 * 1024

/** Opens the snapshots that wait for the collector. */
export const openSpool = (stateDir: string): Promise<Spool> =>
  Spool.open(spoolPath(stateDir), { bytesMax: spoolBytesMax })

/** An older snapshot is dropped if it still cannot be sent. */
const ageMsMax = 30 * dayMs
/** No agent existed before 2015: an entry of an earlier time was stored by a clock that was not set. */
const clocksFromMs = Date.UTC(2015)

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

/** Drops snapshots that could not be sent for a month. Returns how many. */
export async function dropExpired(spool: Spool, nowMs = Date.now()): Promise<number> {
  const expired = spool
    .entries()
    .filter(({ storedAtMs }) => storedAtMs >= clocksFromMs && storedAtMs < nowMs - ageMsMax)
  for (const { id } of expired) await spool.remove(id)
  return expired.length
}
