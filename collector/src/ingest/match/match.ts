import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { restored } from '../../devices/archive/restore-changeset.ts'
import { shownSections } from '../../devices/changeset/between.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { fieldsOfRow } from '../../devices/states/row-fields.ts'
import type { Suspect } from '../../identity/two-machines/find-two-machines.ts'
import { discounted } from '../../matching/choose-device.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import { joinStates, type State } from '../../matching/newest-states.ts'
import type { IngestOutcome, Origin } from '../accept/delivery.ts'
import { type NewTag, newTags } from './auto-tags.ts'
import { decideDevice } from './decide-device.ts'
import { losing, matchIdentity } from './match-identity.ts'
import { reviewOf } from './review-of.ts'
import { actorOf, changesPast, newDevice, rowAfter } from './row-after.ts'
import { snapshotRow, stateOf } from './snapshot-row.ts'
import type { LoadedDevice, Observed, UnitOfWork } from './unit-of-work.ts'

/** The device that an observation belongs to, and the consequences. */
export type Match = {
  observation: Observed
  outcome: IngestOutcome
  reason: MatchReason
  /** The device after the observation. */
  device: LoadedDevice
  fieldsBefore: DeviceFields
  /** The state to compare the snapshot's sections with: that of the same origin before it. */
  comparedWith: State | undefined
  state: State | undefined
  changeset: DeviceChangeset
  tags: NewTag[]
  /** Other devices that lose an address to this one. */
  others: { device: LoadedDevice; changeset: DeviceChangeset }[]
  /** Values shared with other devices that should be one device's alone. */
  collisions: LookupKey[]
  /** Set if another order of the same observations might have made other devices. */
  needsReclustering: boolean
  /** Set if the device may be two machines that report in turn. */
  suspects: Suspect[]
}

/** An observation that changes nothing. */
export type NoMatch = { observation: Observed; outcome: IngestOutcome }

/** Decides which device an observation belongs to, and the resulting changes. Pure: it modifies nothing. */
export function match(work: UnitOfWork, observation: Observed): Match | NoMatch {
  const { head, delivery, observedAt } = observation
  const stored = work.stored.get(head.id)
  if (stored) return { observation, outcome: { status: 'duplicate', ...stored, isNew: false } }

  const { deviceId, reason, collisions } = decideDevice(work, observation)
  const matched = deviceId === null ? undefined : work.devices.get(deviceId)
  if (matched && delivery.onlyNew) {
    return { observation, outcome: { status: 'known', deviceId: matched.row.id, snapshotId: null, isNew: false } }
  }
  if (delivery.laidOver && isOutdated(observation, delivery.laidOver, matched)) {
    const { deviceId: basedOn } = delivery.laidOver
    return { observation, outcome: { status: 'outdated', deviceId: basedOn, snapshotId: null, isNew: false } }
  }
  const operation = { siteId: work.siteId, at: work.now, actor: actorOf(delivery), observedAt }
  const before = matched ?? newDevice(operation, observation)
  const returnedFrom = matched || deviceId === null ? undefined : deviceId
  const isNewest = observedAt >= before.row.lastSeen
  const identity = matchIdentity(work, observation, {
    ...{ device: before, reason, isNewest, isNew: !matched, isReturned: returnedFrom !== undefined },
  })
  const state = hasSnapshot(observation) ? stateOf(observation) : undefined
  const sameOrigin = before.states.find((other) => isSameOrigin(other, observation))
  const joined = state && sameOrigin ? joinStates(sameOrigin, state) : state
  const isNewState = joined !== undefined && joined !== sameOrigin
  const states = isNewState ? [...before.states.filter((other) => other !== sameOrigin), joined] : before.states
  const row = rowAfter(operation, before, observation, { states, state, isNewest, isNew: !matched })
  const device = { row, states, identifiers: identity.identifiers, sightings: identity.sightings }
  const matchReason: MatchReason = {
    ...reason,
    decision: matched ? 'matched' : 'new',
    against: [...reason.against, ...returned(returnedFrom), ...discounted(observation.reported, observation.evidence)],
  }
  const past = { observedAt, fields: observation.fields, hasSnapshot: state !== undefined }
  const isBack = before.row.isArchived && !row.isArchived
  const changeset: DeviceChangeset = {
    ...{ operation, deviceId: row.id, row: { before: matched?.row ?? null, after: row }, changes: [], events: [] },
    ...shownSections(before, { row, states }),
    ...(isBack ? restored(operation, before.row, { row, states }, work.archives.get(row.id)) : {}),
    returnedFrom,
    identifiers: identity.changes.identifiers,
    sightings: identity.changes.sightings,
    states: { put: isNewState ? [joined] : [], removed: [] },
    snapshots: { inserted: state ? [snapshotRow(observation, work, row.id, state, matchReason)] : [] },
    sharesDnsName: !matched && sharesDnsName(work, observation),
    review: reviewOf(work, { observation, before, deviceId: row.id, reason: matchReason, state }),
    history: {
      since: isBack ? undefined : observedAt,
      rewriteFrom: matched && changesPast(matched.row, past) ? observedAt : undefined,
    },
  }
  return {
    ...{ observation, device, changeset, state, collisions, reason: matchReason },
    outcome: { status: 'stored', deviceId: row.id, snapshotId: state?.snapshotId ?? null, isNew: !matched },
    fieldsBefore: fieldsOfRow(before.row),
    comparedWith: isNewState ? sameOrigin : undefined,
    tags: row.isArchived ? [] : newTags(work, row.id, observation),
    others: identity.losing.map(({ device: other, removed }) => losing(operation, other, removed)),
    needsReclustering: identity.needsReclustering,
    suspects: identity.suspects,
  }
}

/** Reports whether another audit, or another device, has replaced the one that completed the observation. */
function isOutdated(
  observation: Observed,
  laidOver: NonNullable<Origin['laidOver']>,
  matched: LoadedDevice | undefined,
): boolean {
  const last = matched?.states.find((state) => isSameOrigin(state, observation))
  return matched?.row.id !== laidOver.deviceId || (last?.snapshotId ?? null) !== laidOver.snapshotId
}

const isSameOrigin = (state: State, { head }: Observed) => state.source === head.source && state.depth === head.depth

/**
 * Reports whether an observation leaves a snapshot. An audit does, even if it reports only a name; an answer to a ping
 * does not.
 */
const hasSnapshot = ({ head, sections }: Observed) => head.depth === 'audit' || sections.size > 0

const sharesDnsName = (work: UnitOfWork, { evidence }: Observed): boolean =>
  evidence.some((item) => item.kind === 'dns' && (work.holders.get(keyOf(item))?.size ?? 0) > 0)

const returned = (returnedFrom: string | undefined): MatchReason['against'] =>
  returnedFrom === undefined
    ? []
    : [{ kind: 'device', detail: `it belonged to device ${returnedFrom}, which was deleted` }]
