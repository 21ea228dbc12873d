import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { addressScope } from '@rollcall/shared/node/outbound/address-scope.ts'
import { doubtFromOutside, type Review } from '../../device-records/reviews.ts'
import { type State, wasAudited } from '../../matching/newest-states.ts'
import { isTransientSighting } from '../../matching/sighting.ts'
import { isByOtherService, type LoadedDevice, type Observed, type UnitOfWork } from './unit-of-work.ts'

type Matched = {
  observation: Observed
  before: LoadedDevice
  deviceId: string
  reason: MatchReason
  state: State | undefined
}

/** Returns the review that a doubtful match opens. */
export function reviewOf(
  work: Pick<UnitOfWork, 'siteId' | 'now' | 'services'>,
  { observation, before, deviceId, reason: { review, decision }, state }: Matched,
): Review | undefined {
  const { siteId, now } = work
  if (state && isOfTwoNetworks(work, observation, before)) return doubtFromOutside(siteId, deviceId, ofTwoNetworks, now)
  // A new device that resembles another one is a pair of likely duplicates.
  if (review === null || decision === 'new') return undefined
  if (state) return { deviceId, kind: 'match', siteId, review, snapshotId: state.snapshotId, since: now }
  // From outside, a device that an audit has read shows the names and cards of its clusters and adapters, too.
  return wasAudited(before.states) ? undefined : doubtFromOutside(siteId, deviceId, review, now)
}

const ofTwoNetworks =
  'Two Audit Services reach a host at one private address, and it shows nothing but its name and address. If these are two hosts in two networks, give each a name of its own.'

/**
 * Reports whether two Audit Services read a host that shows nothing of its own at a private address: branches may have
 * the same addresses, and devices the names of their factory.
 */
function isOfTwoNetworks(work: Pick<UnitOfWork, 'services'>, observation: Observed, before: LoadedDevice): boolean {
  const { evidence, sightingKey } = observation
  return (
    isByOtherService(work, observation, before) &&
    isTransientSighting({ evidence }) &&
    evidence.some(({ kind, value }) => kind === 'ip' && addressScope(value) !== 'public') &&
    before.sightings.get(sightingKey)?.decided !== true
  )
}
