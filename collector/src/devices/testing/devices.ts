import type { DeviceRow } from '../../device-records/load-devices.ts'
import { ipKeyOf, searchTextOf } from '../list/search-text.ts'

/** So many seconds after the first device was seen. */
export const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
export const uuid = (number: number) => `019a7c1e-3f60-7d3a-8b1e-${number.toString(16).padStart(12, '0')}`

/** For tests: a row of a device that is like no other. */
export function device(number: number, more: Partial<DeviceRow> = {}): DeviceRow {
  const fields = {
    name: `PC-${number % 97}-x${number}`,
    dnsName: `pc${number}.example.com`,
    macAddress: `00:1b:21:00:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`,
    ipAddress: number % 3 === 0 ? null : `10.0.${number >> 8}.${number & 255}`,
    serialNumber: `SN${number * 7919}`,
    assetTag: null,
    ...more,
  }
  return {
    id: uuid(number),
    siteId: 'site',
    nameKey: fields.name.toLowerCase(),
    ipKey: ipKeyOf(fields.ipAddress),
    type: number % 5 === 0 ? 'printer' : 'computer',
    manufacturer: number % 7 === 0 ? null : number % 11 === 0 ? 'Rare & Sons' : 'Dell Inc.',
    model: null,
    firstSeen: at(number % 500),
    lastSeen: at(number % 1000),
    modifiedAt: at(number),
    auditId: null,
    auditDate: null,
    auditSource: null,
    auditScheduleId: null,
    customFields: {},
    modifiedBy: null,
    lastSegmentId: number % 10 === 0 ? uuid(900_001) : null,
    isArchived: false,
    archivedAt: null,
    restoredAt: null,
    ...fields,
    searchText: searchTextOf(fields),
  }
}
