import type { DeviceRecord } from '../../device-records/load-devices.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import { strengthOf } from '../../matching/evidence.ts'
import { wasAudited } from '../../matching/newest-states.ts'
import { formOf } from '../../matching/shown-value.ts'
import { isVirtual } from '../../matching/virtual-machines.ts'
import { fieldsOfRow } from '../states/row-fields.ts'

const foundation = 'foundation'
export const isFoundation = (key: string): boolean => key.startsWith(foundation)

/**
 * The first sighting of a device without stored ones, as in earlier releases: all its identifiers together. It cannot
 * show whether the device should be several, so an audited one stays one.
 */
export function foundationOf({ row, states, identifiers }: DeviceRecord): SightingRow {
  const { id, siteId, manufacturer, model, firstSeen, lastSeen } = row
  const isAudited = wasAudited(states)
  const virtual = isVirtual({ manufacturer: manufacturer ?? '', model: model ?? '' })
  return {
    deviceId: id,
    siteId,
    key: `${foundation} ${id}`,
    source: states[0]?.source ?? 'Service',
    depth: isAudited ? 'audit' : 'discovery',
    evidence: identifiers.map((row) => ({
      kind: row.kind,
      value: row.value,
      ...formOf(row),
      strength: strengthOf(row, virtual),
    })),
    firstAt: firstSeen,
    lastAt: lastSeen,
    decided: isAudited,
    fields: states.length > 0 ? null : fieldsOfRow(row),
  }
}
