import type { KnownDevice } from '../../device-records/load-devices.ts'
import type { SightingRow } from '../../device-records/sightings.ts'
import { strengthOf } from '../../matching/evidence.ts'
import { isVirtual } from '../../matching/manufacturers.ts'
import { fieldsOfRow } from '../states/row-fields.ts'

const foundation = 'foundation'
export const isFoundation = (key: string): boolean => key.startsWith(foundation)

/**
 * The sighting of a device of which none is kept, as of those from earlier releases: all it is known by. Whether it
 * should be several devices cannot be told from that, so an audited one stays one.
 */
export function foundationOf({ row, states, identifiers }: KnownDevice): SightingRow {
  const { id, siteId, manufacturer, model, firstSeen, lastSeen } = row
  const isAudited = states.some(({ depth }) => depth === 'audit')
  const virtual = isVirtual({ maker: manufacturer ?? '', model: model ?? '' })
  return {
    deviceId: id,
    siteId,
    key: `${foundation} ${id}`,
    source: states[0]?.source ?? 'Service',
    depth: isAudited ? 'audit' : 'discovery',
    evidence: identifiers.map(({ kind, value }) => ({ kind, value, strength: strengthOf({ kind, value }, virtual) })),
    firstAt: firstSeen,
    lastAt: lastSeen,
    decided: isAudited,
    fields: states.length > 0 ? null : fieldsOfRow(row),
  }
}
