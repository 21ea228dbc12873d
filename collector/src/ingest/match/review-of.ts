import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { addressScope } from '@rollcall/shared/node/outbound/address-scope.ts'
import { passingDoubt, type Review } from '../../device-records/reviews.ts'
import { keyOf } from '../../matching/lookup-keys.ts'
import { type State, wasAudited } from '../../matching/newest-states.ts'
import { isAnswer, isTransientSighting } from '../../matching/sighting.ts'
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
  if (isOfTwoNetworks(work, observation, before))
    return passingDoubt({ deviceId, kind: 'networks', siteId, review: ofTwoNetworks }, now)
  // A new device that resembles another one is a pair of likely duplicates.
  if (review === null || decision === 'new') return undefined
  if (state) return { deviceId, kind: 'match', siteId, review, snapshotId: state.snapshotId, since: now }
  // From outside, a device that an audit has read shows the names and cards of its clusters and adapters, too.
  return wasAudited(before.states) ? undefined : passingDoubt({ deviceId, kind: 'outside', siteId, review }, now)
}

const ofTwoNetworks =
  'Two Audit Services reach a host at one private address, and it shows nothing but its name and address. In two networks these are two hosts: with credentials, an Audit Service reads what tells them apart. In one network, let one Audit Service scan the address.'

/**
 * Reports whether two Audit Services reach a host that shows nothing of its own at a private address: branches may have
 * the same addresses, and devices the names of their factory. An answer to a ping has only its address in common with the
 * device, so that the device has to have been reached there.
 */
function isOfTwoNetworks(work: Pick<UnitOfWork, 'services'>, observation: Observed, before: LoadedDevice): boolean {
  if (!isByOtherService(work, observation, before)) return false
  const { evidence, sightingKey, head } = observation
  const isPing = isAnswer({ depth: head.depth, evidence })
  return (
    isTransientSighting({ evidence }) &&
    !(isPing && evidence.some(({ kind }) => kind === 'mac')) &&
    evidence.some(
      (item) =>
        item.kind === 'ip' && addressScope(item.value) !== 'public' && (!isPing || before.identifiers.has(keyOf(item))),
    ) &&
    before.sightings.get(sightingKey)?.decided !== true
  )
}
