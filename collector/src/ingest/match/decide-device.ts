import { haveOnlyAddress, isAppliance } from '../../matching/appliances.ts'
import { reconcile } from '../../matching/choose-device.ts'
import { hasAgent } from '../../matching/newest-states.ts'
import {
  candidatesFor,
  type LoadedDevice,
  type Observed,
  seenAs,
  tombstonesFor,
  type UnitOfWork,
} from './unit-of-work.ts'

/** Decides which device an observation belongs to, among those that share evidence with it. */
export function decideDevice(work: UnitOfWork, observation: Observed) {
  const { evidence } = observation
  const before = seenAs(work, observation)
  const showsAppliance = observation.head.depth === 'discovery' && isAppliance(observation.fields.type)
  const mayBe = ({ states, identifiers }: LoadedDevice) =>
    !showsAppliance || !hasAgent(states) || !haveOnlyAddress(evidence, [...identifiers.values()])
  const devices = new Set([...candidatesFor(work, evidence).filter(mayBe), ...(before ? [before] : [])])
  const candidates = [
    ...[...devices].map(({ row, identifiers }) => ({ deviceId: row.id, identifiers: [...identifiers.values()] })),
    ...tombstonesFor(work, evidence),
  ]
  return reconcile(
    evidence,
    candidates.map((candidate) => ({ ...candidate, doNotMerge: work.doNotMerge.get(candidate.deviceId) })),
    before?.row.id,
  )
}
