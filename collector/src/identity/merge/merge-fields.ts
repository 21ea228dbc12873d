import { type CustomFields, customFieldsMax } from '@rollcall/shared/api/device.ts'
import type { Overwritten } from '@rollcall/shared/api/device-merge.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { customFieldRow, customValueText } from '../../devices/edit/custom-fields.ts'
import { currentAudit, fieldsOfRow, withKeys } from '../../devices/states/row-fields.ts'
import { mergeFields } from '../../matching/device-fields.ts'
import { newestStates, ownerOf, shownReading, snapshotIdsIn } from '../../matching/newest-states.ts'
import type { Identifier } from '../../matching/update-identifiers.ts'
import type { WholeDevice } from '../../store/schema/merges.ts'

export type MergedRecord = { device: WholeDevice; overwritten: Overwritten[] }

/**
 * Combines two records under the survivor's id. Audited fields are as if the snapshots of both had always been the
 * survivor's. Of fields that people edit, the survivor's value has priority.
 */
export function mergeWholeDevices(survivor: WholeDevice, other: WholeDevice): MergedRecord {
  const states = newestStates([...survivor.states, ...other.states])
  const [first, second] = [survivor.row, other.row]
  const [older, newer] = first.lastSeen < second.lastSeen ? [first, second] : [second, first]
  const owner = ownerOf(states)
  const isOthers = owner ? hasSnapshot(other, owner.snapshotId) : newer === second
  const personal = unitePersonal(first, second)
  const row: DeviceRow = {
    ...first,
    ...mergeFields(fieldsOfRow(first), fieldsOfRow(second), isOthers ? 'current' : 'fill'),
    ...personal.fields,
    ...currentAudit(states),
    firstSeen: first.firstSeen < second.firstSeen ? first.firstSeen : second.firstSeen,
    lastSeen: newer.lastSeen,
    lastSegmentId: newer.lastSegmentId ?? older.lastSegmentId,
  }
  return {
    device: {
      row: withKeys(row),
      identifiers: uniteIdentifiers(survivor.identifiers, other.identifiers),
      states,
      tagIds: [...new Set([...survivor.tagIds, ...other.tagIds])],
      installations: mergeInstallations(survivor, other, shownReading(states, 'software')?.snapshotId),
    },
    overwritten: personal.overwritten,
  }
}

export const identifierKey = ({ kind, value }: Pick<Identifier, 'kind' | 'value'>) => `${kind} ${value}`

function uniteIdentifiers(ours: readonly Identifier[], theirs: readonly Identifier[]): Identifier[] {
  const united = new Map(ours.map((row) => [identifierKey(row), row]))
  for (const row of theirs) {
    const existing = united.get(identifierKey(row)) ?? row
    const last = existing.lastSeen < row.lastSeen ? row : existing
    const firstSeen = existing.firstSeen < row.firstSeen ? existing.firstSeen : row.firstSeen
    united.set(identifierKey(row), { ...last, firstSeen })
  }
  return [...united.values()]
}

const hasSnapshot = ({ states }: WholeDevice, id: string): boolean =>
  states.some((state) => snapshotIdsIn(state).includes(id))

/** Installations of the device whose software was read last. One that both list has the earlier time. */
function mergeInstallations(survivor: WholeDevice, other: WholeDevice, readBy: string | undefined) {
  const isOthers = readBy !== undefined && hasSnapshot(other, readBy)
  const [first, also] = isOthers ? [other, survivor] : [survivor, other]
  const since = new Map(also.installations.map(({ productId, firstSeen }) => [productId, firstSeen]))
  return first.installations.map((row) => {
    const earlier = since.get(row.productId) ?? row.firstSeen
    return { ...row, firstSeen: earlier < row.firstSeen ? earlier : row.firstSeen }
  })
}

function unitePersonal(survivor: DeviceRow, other: DeviceRow) {
  const single = ['assetTag', 'auditScheduleId'] as const
  const mine = Object.entries(survivor.customFields)
  const missing = Object.entries(other.customFields).filter(([key]) => !Object.hasOwn(survivor.customFields, key))
  const customFields: CustomFields = Object.fromEntries([
    ...mine,
    ...missing.slice(0, Math.max(0, customFieldsMax - mine.length)),
  ])
  const overwritten: Overwritten[] = [
    ...single.flatMap((field) => difference(field, other[field], survivor[field] ?? other[field])),
    ...Object.keys(other.customFields).flatMap((key) => {
      const [value, survivorValue] = [other, { customFields }].map((row) => customValueText(row.customFields, key))
      return difference(customFieldRow(key), value ?? null, survivorValue ?? null)
    }),
  ]
  const fields = {
    assetTag: survivor.assetTag ?? other.assetTag,
    auditScheduleId: survivor.auditScheduleId ?? other.auditScheduleId,
    customFields,
  }
  return { fields, overwritten }
}

const difference = (field: string, value: string | null, survivorValue: string | null): Overwritten[] =>
  value === null || value === survivorValue ? [] : [{ field, value, kept: survivorValue }]
