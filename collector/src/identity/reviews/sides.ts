import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import type { ReviewSide } from '@rollcall/shared/api/review.ts'
import { type EvidenceKind, evidenceKinds, type IdentityValue } from '@rollcall/shared/inventory/match.ts'
import { shown } from '../../matching/shown-value.ts'
import type { MatchedSnapshot } from '../../snapshots/read/facts-of-snapshots.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import type { Situation } from './open-reviews.ts'

export type Side = ReviewSide

/** Values of one kind that a side shows. */
const valuesShownMax = 4

/** Each record as a side of a review, by the device's id. */
export async function sidesOfDevices(db: Db, devices: readonly BriefDevice[]): Promise<Map<string, Side>> {
  const { deviceIdentifiers } = db.tables(deviceTables)
  const identifiers = await db.rowsAmong(
    deviceIdentifiers,
    devices.map(({ id }) => id),
    { key: 'deviceId', columns: ['deviceId', 'kind', 'value', 'reported', 'manufacturer'] },
  )
  const byDevice = Map.groupBy(identifiers, ({ deviceId }) => deviceId)
  return new Map(
    devices.map(({ id, name, firstSeen, lastSeen }) => [
      id,
      {
        deviceId: id,
        name,
        source: null,
        firstSeen,
        lastSeen,
        evidence: firstOfKinds((byDevice.get(id) ?? []).map(shown)),
      },
    ]),
  )
}

/** The sides of doubtful matches: the device as it was, and each snapshot. Other doubts have no sides. */
export function sidesOfDoubts(doubts: Situation['doubts'], { id: deviceId, ...device }: BriefDevice): Side[] {
  const snapshots = doubts.flatMap(({ snapshot }) => snapshot ?? [])
  const [first] = snapshots
  if (!first) return []
  const { name, firstSeen } = device
  const lastSeen = firstSeen < first.auditDate ? device.lastSeen : firstSeen
  return [
    { deviceId, name, source: null, firstSeen, lastSeen, evidence: valuesOf(first, 'known') },
    ...snapshots.map((snapshot) => ({
      ...{ deviceId, name: snapshot.report.name || name, source: snapshot.source },
      ...{ firstSeen: snapshot.auditDate, lastSeen: snapshot.auditDate, evidence: valuesOf(snapshot, 'observed') },
    })),
  ]
}

const valuesOf = ({ match }: MatchedSnapshot, side: 'observed' | 'known'): IdentityValue[] =>
  firstOfKinds([
    ...match.matched,
    ...match.against.flatMap((each) =>
      each.kind === 'device' ? [] : (each[side] ?? []).map((value) => ({ kind: each.kind as EvidenceKind, value })),
    ),
  ])

/** Some values of each kind. A serial number is shown with its manufacturer, if that was reported. */
function firstOfKinds(values: readonly IdentityValue[]): IdentityValue[] {
  const hasSerial = values.some(({ kind }) => kind === 'serial')
  return evidenceKinds
    .filter((kind) => kind !== 'bareSerial' || !hasSerial)
    .flatMap((kind) =>
      values
        .filter((each) => each.kind === kind)
        .sort((a, b) => (a.value < b.value ? -1 : 1))
        .slice(0, valuesShownMax),
    )
}
