import { newId } from '@rollcall/shared/ids.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { isSeenAgain, outOfArchive } from '../devices/archiving/seen-again.ts'
import type { DeviceRow } from '../devices/load.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../devices/row-fields.ts'
import { type DeviceFields, mergeFields } from '../reconciliation/device-fields.ts'
import { reconcile } from '../reconciliation/identify.ts'
import type { LookupKey } from '../reconciliation/lookup-keys.ts'
import { isNewer, ownerOf, type State } from '../reconciliation/standing.ts'
import type { IngestOutcome, Origin } from './delivery.ts'
import { noteIdentity } from './note-identity.ts'
import type { Prepared } from './prepare.ts'
import { addEntry, candidatesFor, departedFor, type Entry, seenAs, takeBack, type World } from './world.ts'

/** Where an observation belongs, and what came of it. */
export type Placement = {
  item: Prepared
  entry: Entry
  outcome: IngestOutcome
  reason: MatchReason
  /** What it says that other devices are known by as well, and should not be. */
  collisions: LookupKey[]
  /** Fields of the device's record before and after; the same object when nothing changed. */
  before: DeviceFields
  after: DeviceFields
  /** Its record after it, with what others of the group before it had changed. */
  row: DeviceRow
  /** The snapshot that this one's sections are compared with: the one before it of the same source. */
  comparedWith: State | undefined
  state: State | undefined
}

/** Of an observation that changes nothing. */
export type Unplaced = { item: Prepared; outcome: IngestOutcome }

/** Decides which device an observation is of and brings it up to date, in memory. */
export function place(world: World, item: Prepared): Placement | Unplaced {
  const { head } = item
  const known = world.stored.get(head.id)
  if (known) return { item, outcome: { status: 'duplicate', ...known, isNew: false } }

  const before = seenAs(world, item)
  const entries = new Set([...candidatesFor(world, item.evidence), ...(before ? [before] : [])])
  const { deviceId, reason, collisions } = reconcile(
    item.evidence,
    [
      ...[...entries].map(({ row, identifiers }) => ({ deviceId: row.id, identifiers: [...identifiers.values()] })),
      ...departedFor(world, item.evidence),
    ].map((candidate) => ({ ...candidate, apartFrom: world.apart.get(candidate.deviceId) })),
    before?.row.id,
  )
  const matched = deviceId === null ? undefined : world.entries.get(deviceId)
  if (matched && item.delivery.onlyNew) {
    return { item, outcome: { status: 'known', deviceId: matched.row.id, snapshotId: null, isNew: false } }
  }
  if (item.delivery.laidOver && isOutdated(item, item.delivery.laidOver, matched)) {
    const { deviceId } = item.delivery.laidOver
    return { item, outcome: { status: 'outdated', deviceId, snapshotId: null, isNew: false } }
  }
  const entry = matched ?? addEntry(world, newRow(world, item), undefined)
  if (!matched && deviceId !== null) takeBack(world, entry, deviceId)
  const isNewest = item.observedAt >= entry.row.lastSeen
  noteIdentity(world, entry, item, reason, isNewest)

  const comparedWith = entry.states.find((state) => isSameOrigin(state, item))
  const state = isKept(item) ? stateOf(item) : undefined
  if (state && (!comparedWith || isNewer(state, comparedWith))) {
    entry.states = [...entry.states.filter((other) => other !== comparedWith), state]
  }
  const fieldsBefore = fieldsOfRow(entry.row)
  const standing = standingOf(entry, item, state, isNewest)
  const after = matched ? mergeFields(fieldsBefore, item.fields, standing) : fieldsBefore
  updateRow(world, entry, item, after, isNewest)
  if (state) world.stored.set(head.id, { snapshotId: state.snapshotId, deviceId: entry.row.id })
  return {
    item,
    entry,
    outcome: {
      status: 'stored',
      deviceId: entry.row.id,
      snapshotId: state?.snapshotId ?? null,
      isNew: matched === undefined,
    },
    reason: {
      ...reason,
      decision: matched ? 'matched' : 'new',
      against: [...reason.against, ...returned(entry), ...discounted(item)],
    },
    collisions,
    before: fieldsBefore,
    after,
    row: entry.row,
    comparedWith: comparedWith && state && isNewer(state, comparedWith) ? comparedWith : undefined,
    state,
  }
}

const returned = ({ departedId }: Entry): MatchReason['against'] =>
  departedId === undefined
    ? []
    : [{ kind: 'device', detail: `it is known from device ${departedId}, which was deleted` }]

/** What it says and its site does not count. */
const discounted = ({ told, evidence }: Prepared): MatchReason['against'] =>
  told
    .filter((item) => !evidence.some(({ kind, value }) => kind === item.kind && value === item.value))
    .slice(0, discountedMax)
    .map(({ kind, value }) => ({ kind, detail: `${value} does not count on this site` }))

const discountedMax = 32

/** Whether another audit, or another device, is in the place of what an observation was completed from. */
function isOutdated(item: Prepared, laidOver: NonNullable<Origin['laidOver']>, matched: Entry | undefined): boolean {
  const last = matched?.states.find((state) => isSameOrigin(state, item))
  return matched?.row.id !== laidOver.deviceId || (last?.snapshotId ?? null) !== laidOver.snapshotId
}

function newRow(world: World, { fields, observedAt, delivery }: Prepared): Entry['row'] {
  return {
    ...fields,
    id: newId(),
    siteId: world.siteId,
    nameKey: '',
    ipKey: null,
    searchText: '',
    assetTag: null,
    firstSeen: observedAt,
    lastSeen: observedAt,
    modifiedAt: world.now,
    modifiedBy: modifierOf(delivery),
    auditId: null,
    auditDate: null,
    auditSource: null,
    auditScheduleId: null,
    customFields: {},
    lastSegmentId: null,
    isArchived: false,
    archivedAt: null,
    restoredAt: null,
  }
}

/** Who a change is put down to: the part that observed, or the caller that brought it. */
export function modifierOf({ auditServiceId, agentId, caller, actor }: Origin): Entry['row']['modifiedBy'] {
  if (auditServiceId !== undefined) return { kind: 'service', id: auditServiceId, name: actor }
  if (agentId !== undefined) return { kind: 'agent', id: agentId, name: actor }
  return { kind: 'system', id: '', ...caller, name: actor }
}

const isSameOrigin = (state: State, { head }: Prepared) => state.source === head.source && state.depth === head.depth

/** An audit is, also one that tells a name and nothing else; an answer to a ping is not. */
const isKept = ({ head, sections }: Prepared) => head.depth === 'audit' || sections.size > 0

function stateOf({ head, observedAt, sections }: Prepared): State {
  return {
    source: head.source,
    depth: head.depth,
    snapshotId: newId(),
    observationId: head.id,
    auditDate: observedAt,
    hardwareHash: sections.get('hardware')?.hash ?? null,
    softwareHash: sections.get('software')?.hash ?? null,
    networkHash: sections.get('network')?.hash ?? null,
  }
}

/** A look from outside counts only while nobody has looked inside. */
function standingOf(entry: Entry, item: Prepared, state: State | undefined, isNewest: boolean): 'current' | 'fill' {
  if (item.head.depth === 'audit') return ownerOf(entry.states) === state ? 'current' : 'fill'
  return isNewest && !entry.states.some(({ depth }) => depth === 'audit') ? 'current' : 'fill'
}

function updateRow(world: World, entry: Entry, item: Prepared, after: DeviceFields, isNewest: boolean): void {
  const { row, states } = entry
  const before = fieldsOfRow(entry.row)
  const hasNewSections = states.some((state) => {
    const earlier = entry.statesBefore.find(({ source, depth }) => source === state.source && depth === state.depth)
    return !earlier || hasOtherSections(earlier, state)
  })
  const isFirst = item.observedAt < row.firstSeen
  const isLast = item.observedAt > row.lastSeen
  const movesOn = isNewest || row.lastSegmentId === null
  const hasNewFields = !isSame(before, after)
  const isBack = isSeenAgain(row, item.observedAt)
  entry.row = {
    // A device that was just made has no keys yet.
    ...(hasNewFields || row.nameKey === '' ? withKeys({ ...row, ...after }) : row),
    firstSeen: isFirst ? item.observedAt : row.firstSeen,
    lastSeen: isLast ? item.observedAt : row.lastSeen,
    ...(isBack ? outOfArchive : {}),
    ...(hasNewSections || hasNewFields || isBack
      ? { modifiedAt: world.now, modifiedBy: modifierOf(item.delivery) }
      : {}),
    ...currentAudit(states),
    lastSegmentId: (movesOn ? item.delivery.segmentId : undefined) ?? row.lastSegmentId,
  }
}

/** Of hardware and network only whether they were looked at: what is more than other counters shows when they are compared. */
const hasOtherSections = (before: State, now: State): boolean =>
  before.softwareHash !== now.softwareHash ||
  (before.hardwareHash === null) !== (now.hardwareHash === null) ||
  (before.networkHash === null) !== (now.networkHash === null)

const isSame = (a: DeviceFields, b: DeviceFields) =>
  (Object.keys(a) as (keyof DeviceFields)[]).every((key) => a[key] === b[key])
