import { passingDoubt, type Review } from '../../device-records/reviews.ts'
import { evidenceOfState } from '../../devices/sightings/snapshot-sighting.ts'
import { statesBetween } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import type { DoubtfulMatch } from '../reviews/close-resolved-reviews.ts'
import type { Assignment } from './assign-groups.ts'

/** Doubts about the answers of a device that no audit has read. */
export const doubtsFromOutside = (assignment: Assignment, siteId: string, now: string): Review[] =>
  assignment.group.isAudited
    ? []
    : doubtsIn(assignment).map(({ review }) =>
        passingDoubt({ deviceId: assignment.deviceId, kind: 'outside', siteId, review }, now),
      )

/**
 * Doubtful matches of audits, each with the first snapshot of its sighting. An observation that arrives late may make
 * the match of a newer one doubtful, which was none when that one arrived.
 */
export async function doubtsOfAudits(
  db: Db,
  assignments: readonly Assignment[],
  siteId: string,
  now: string,
): Promise<DoubtfulMatch[]> {
  const doubts: DoubtfulMatch[] = []
  for (const assignment of assignments) {
    const { deviceId } = assignment
    for (const { sighting, review, at } of doubtsIn(assignment)) {
      if (sighting.depth !== 'audit') continue
      const states = await statesBetween(db, deviceId, at, at)
      const state = states.find((each) => evidenceOfState(each).key === sighting.key)
      if (!state) continue
      const { snapshotId, match } = state
      doubts.push({
        review: { deviceId, kind: 'match', siteId, review, snapshotId, since: now, endsAt: null },
        key: sighting.key,
        snapshot: { evidence: sighting.evidence, at, confidence: match.confidence },
      })
    }
  }
  return doubts
}

const doubtsIn = ({ group }: Assignment) =>
  [...group.reasons].flatMap(([sighting, { review, decision }]) => {
    const [at] = (group.members.get(sighting) ?? []).toSorted()
    return review !== null && decision === 'matched' && at !== undefined ? [{ sighting, review, at }] : []
  })
