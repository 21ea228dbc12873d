import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { NewEvent } from '../../change-log/record-events.ts'
import { modifiedBy } from '../../device-records/operation.ts'
import type { DeviceChangeset } from '../../devices/changeset/changeset.ts'
import { fieldsOfRow } from '../../devices/states/row-fields.ts'
import type { Pause } from '../../lib/in-turns.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { diffHardware, diffNetwork } from '../../matching/diff-sections.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import { diffSoftwareInTurns } from '../../matching/diff-software-in-turns.ts'
import { originOf, readingOf, type State, type StateSection, shownReading } from '../../matching/newest-states.ts'
import { diffPortOutages } from '../../matching/port-outages.ts'
import { isFirstReading, isFirstReadingOfSoftware } from '../completion/first-readings.ts'
import { pathsIn } from '../completion/paths.ts'
import { withTags } from './auto-tags.ts'
import type { Match } from './match.ts'

/** Observed sections by hash. */
export type Contents = ReadonlyMap<string, unknown>

type Compared = {
  contents: Contents
  /** Paths of the data that had never been read, by the id of a snapshot. */
  unread: ReadonlyMap<string, readonly string[]>
}

const sectionsCompared: readonly StateSection[] = ['hardware', 'software', 'network']

/**
 * Hashes of a section before and after, if the snapshot is the newest of its origin that has the section, and the
 * section changed. The first reading of an origin is no change.
 */
function changedSection({ comparedWith, state, device }: Match, section: StateSection) {
  const from = comparedWith && readingOf(comparedWith, section)
  const now = state && device.states.find((each) => originOf(each) === originOf(state))
  const to = now && readingOf(now, section)
  if (!from || !to || to.snapshotId !== state?.snapshotId || from.hash === to.hash) return undefined
  return { from: from.hash, to: to.hash, readBefore: from.snapshotId }
}

/** Hashes of the sections that are needed to describe a match. */
export const comparedHashes = (found: Match): string[] =>
  sectionsCompared.flatMap((section) => {
    const changed = changedSection(found, section)
    return changed ? [changed.from, changed.to] : []
  })

/** Snapshots that have the sections before, by section. */
export const comparedSnapshots = (found: Match): [StateSection, string][] =>
  sectionsCompared.flatMap((section) => {
    const changed = changedSection(found, section)
    return changed ? [[section, changed.readBefore] as [StateSection, string]] : []
  })

/**
 * Adds change log entries and events to the changesets of matches, by comparing sections with those before. Returns the
 * changesets, and the matches that modify their device.
 */
export async function describeChanges(
  found: readonly Match[],
  { contents, unread }: Compared,
  isListenedTo: boolean,
  pause: Pause,
): Promise<{ changesets: DeviceChangeset[]; modified: Match[] }> {
  const changesets: DeviceChangeset[] = []
  const modifying: Match[] = []
  const modified = new Map<string, DeviceChangeset['operation']>()
  for (const each of found) {
    await pause()
    const unreadBefore = comparedSnapshots(each).flatMap(([section, snapshotId]) =>
      pathsIn(unread.get(snapshotId) ?? []).filter(({ fields }) => fields[0] === section),
    )
    const software = await compareSoftware(each, contents, pause)
    const softwareChanges = software.filter((change) => !isFirstReadingOfSoftware(change, unreadBefore))
    const sections = compareSections(each, contents).filter((change) => !isFirstReading(change, unreadBefore))
    const changes = [...fieldChanges(each), ...sections]
    const isModified = changes.length + softwareChanges.length + each.tags.length > 0
    const { changeset, others } = each
    if (isModified) {
      modified.set(changeset.deviceId, changeset.operation)
      modifying.push(each)
    }
    const tagged = withTags(changeset, each.tags)
    changesets.push(
      {
        ...tagged,
        changes: [...tagged.changes, ...changes],
        softwareChanges,
        ...portOutages(each, contents),
        events: [...tagged.events, ...(isListenedTo ? eventsOf(each, isModified) : [])],
      },
      ...others.map((other) => other.changeset),
    )
  }
  const described = changesets.map((changeset) => {
    const operation = modified.get(changeset.deviceId)
    const { before, after } = changeset.row
    if (!operation || !after || after.modifiedAt === operation.at) return changeset
    return { ...changeset, row: { before, after: { ...after, ...modifiedBy(operation) } } }
  })
  return { changesets: described, modified: modifying }
}

/** Software that was installed, upgraded or removed, if this origin is the one whose list the device shows. */
async function compareSoftware(found: Match, contents: Contents, pause: Pause): Promise<SoftwareChange[]> {
  const changed = changedSection(found, 'software')
  const { device, state } = found
  if (!changed || shownReading(device.states, 'software')?.source !== state?.source) return []
  const listOf = (hash: string) => (contents.get(hash) ?? []) as Software[]
  return diffSoftwareInTurns(listOf(changed.from), listOf(changed.to), pause)
}

function compareSections(found: Match, contents: Contents): ChangeRow[] {
  const { id } = found.device.row
  const hardware = contentsOf<Hardware>(changedSection(found, 'hardware'), contents)
  const network = contentsOf<Network>(changedSection(found, 'network'), contents)
  const changes = [...(hardware ? diffHardware(...hardware) : []), ...(network ? diffNetwork(...network) : [])]
  return changes.map((change) => ({ ...change, entityId: id, deviceId: id }))
}

/** Links that ports of a network device lost or have again. They are measurements, which are no changes of the device. */
function portOutages(found: Match, contents: Contents): Pick<DeviceChangeset, 'portOutages'> {
  const isNetworkDevice = found.device.row.type === 'network-device'
  const network = isNetworkDevice ? contentsOf<Network>(changedSection(found, 'network'), contents) : undefined
  return network ? { portOutages: diffPortOutages(...network) } : {}
}

/** Returns a section before and after; undefined if the one before was deleted with its snapshot. */
function contentsOf<T>(changed: ReturnType<typeof changedSection>, contents: Contents): [T, T] | undefined {
  const [from, to] = [changed && contents.get(changed.from), changed && contents.get(changed.to)]
  return from && to ? [from as T, to as T] : undefined
}

/** Change log entries for the device's own fields. Fields that a section has too are in the section's entries. */
function fieldChanges({ device, outcome, observation, fieldsBefore }: Match): ChangeRow[] {
  const { id, name } = device.row
  const entry = { entity: 'Device', entityId: id, deviceId: id }
  if (outcome.isNew) return [{ ...entry, verb: 'Added', to: name }]
  const after = fieldsOfRow(device.row)
  const named: (keyof DeviceFields)[] =
    observation.sections.size > 0 ? ['name', 'type'] : ['name', 'type', 'dnsName', 'ipAddress', 'macAddress']
  return named.flatMap((field): ChangeRow[] => {
    const [from, to] = [fieldsBefore[field], after[field]]
    return from === to ? [] : [{ ...entry, verb: 'Modified', field, from, to }]
  })
}

function eventsOf({ outcome, device, state }: Match, isModified: boolean): NewEvent[] {
  const { id, name, type } = device.row
  const isEvent = outcome.isNew || isModified
  const eventType = outcome.isNew ? ('device.added' as const) : ('device.modified' as const)
  return [
    ...(isEvent ? [{ type: eventType, subjectId: id, data: { name, type } }] : []),
    ...(state ? [snapshotAdded(id, state)] : []),
  ]
}

export const snapshotAdded = (
  deviceId: string,
  { snapshotId, source, auditDate }: Pick<State, 'snapshotId' | 'source' | 'auditDate'>,
): NewEvent => ({ type: 'snapshot.added', subjectId: snapshotId, data: { deviceId, source, auditDate } })
