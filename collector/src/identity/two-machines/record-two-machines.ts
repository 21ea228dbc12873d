import type { SightingRow } from '../../device-records/sightings.ts'
import { type Machine, openTwoMachinesReview } from '../../device-records/two-machines-review.ts'
import type { Tx } from '../../store/store.ts'
import { closeDoubtsInTurns } from '../reviews/close-resolved-reviews.ts'
import { findTwoMachines, type Suspect } from './find-two-machines.ts'

/**
 * Opens a review for each device that two machines seem to use: their sightings take turns, and differ in values that
 * one machine does not change to and fro. The review closes by itself when they no longer do.
 */
export async function recordTwoMachines(
  tx: Tx,
  siteId: string,
  suspects: readonly Suspect[],
  now: string,
): Promise<void> {
  const found = await findTwoMachines(tx, siteId, suspects)
  // The review names the two that were seen last, and replaces doubts about any two.
  const twins = await findTwoMachines(
    tx,
    siteId,
    found.map(({ deviceId }) => ({ deviceId })),
  )
  await closeDoubtsInTurns(tx, siteId, twins)
  for (const [deviceId, [latest]] of Map.groupBy(twins, (each) => each.deviceId)) {
    if (!latest) continue
    const [one, other] = latest.rows
    await openTwoMachinesReview(
      tx,
      { deviceId, siteId, machines: [machineOf(one), machineOf(other)], at: one.lastAt },
      now,
    )
  }
}

const machineOf = ({ evidence, lastAt }: SightingRow): Machine => ({ evidence, lastAt })
