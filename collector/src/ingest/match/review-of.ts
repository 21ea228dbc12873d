import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { doubtFromOutside, type Review } from '../../device-records/reviews.ts'
import { type State, wasAudited } from '../../matching/newest-states.ts'
import type { LoadedDevice, UnitOfWork } from './unit-of-work.ts'

type Matched = { before: LoadedDevice; deviceId: string; reason: MatchReason; state: State | undefined }

/** Returns the review that a doubtful match opens. */
export function reviewOf(
  { siteId, now }: Pick<UnitOfWork, 'siteId' | 'now'>,
  { before, deviceId, reason: { review, decision }, state }: Matched,
): Review | undefined {
  // A new device that resembles another one is a pair of likely duplicates.
  if (review === null || decision === 'new') return undefined
  if (state) return { deviceId, siteId, review, snapshotId: state.snapshotId, since: now }
  // From outside, a device that an audit has read shows the names and cards of its clusters and adapters, too.
  return wasAudited(before.states) ? undefined : doubtFromOutside(siteId, deviceId, review, now)
}
