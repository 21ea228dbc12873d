import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { type Machine, openTwinReview } from '../../device-records/twin-review.ts'
import { areLikelyTwo } from '../../matching/sighting.ts'
import type { Tx } from '../../store/store.ts'

/** A sighting that alternates with others of the same device: it repeated after them, and they after it. */
export type AlternatingSighting = { deviceId: string; key: string; otherKeys: readonly string[]; at: string }

/**
 * Opens a review for a device that two machines seem to use: their sightings alternate, and differ in values that one
 * machine does not change to and fro. The review closes by itself when they no longer alternate.
 */
export async function recordAlternatingSightings(
  tx: Tx,
  siteId: string,
  turns: readonly AlternatingSighting[],
  now: string,
): Promise<void> {
  if (turns.length === 0) return
  const sightings = await loadSightings(tx, [...new Set(turns.map(({ deviceId }) => deviceId))])
  for (const { deviceId, key, otherKeys, at } of turns) {
    const ofDevice = sightings.filter((row) => row.deviceId === deviceId)
    const current = ofDevice.find((row) => row.key === key)
    const [other] = ofDevice
      .filter((row) => otherKeys.includes(row.key) && current && areLikelyTwo(current.evidence, row.evidence))
      .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    if (current && other)
      await openTwinReview(tx, { deviceId, siteId, machines: [machineOf(current), machineOf(other)], at }, now)
  }
}

const machineOf = ({ evidence, lastAt }: SightingRow): Machine => ({ evidence, lastAt })
