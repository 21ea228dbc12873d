import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { currentOf, type State } from '../../matching/newest-states.ts'
import { ipKeyOf, searchTextOf } from '../list/search-text.ts'

/** Observed fields of a device's record. */
export function fieldsOfRow(row: DeviceRow): DeviceFields {
  const { name, dnsName, macAddress, ipAddress, serialNumber, type, manufacturer, model } = row
  return { name, dnsName, macAddress, ipAddress, serialNumber, type, manufacturer, model }
}

/** Adds the keys for sorting and search to a record. */
export function withKeys<T extends Parameters<typeof searchTextOf>[0]>(row: T) {
  return {
    ...row,
    nameKey: row.name.toLowerCase(),
    ipKey: ipKeyOf(row.ipAddress),
    searchText: searchTextOf(row),
  }
}

/** The current snapshot in the form of the record's columns. */
export function currentAudit(states: readonly State[]): Pick<DeviceRow, 'auditId' | 'auditDate' | 'auditSource'> {
  const current = currentOf(states)
  return {
    auditId: current?.snapshotId ?? null,
    auditDate: current?.auditDate ?? null,
    auditSource: current?.source ?? null,
  }
}
