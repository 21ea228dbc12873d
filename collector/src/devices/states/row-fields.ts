import type { DeviceRow } from '../../device-records/load-devices.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { currentOf, type State } from '../../matching/newest-states.ts'
import { ipKeyOf, searchTextOf } from '../list/search-text.ts'

/** What a device's record shows of the observations of it. */
export function fieldsOfRow(row: DeviceRow): DeviceFields {
  const { name, dnsName, macAddress, ipAddress, serialNumber, type, manufacturer, model } = row
  return { name, dnsName, macAddress, ipAddress, serialNumber, type, manufacturer, model }
}

/** The record with what it is sorted and found by. */
export function withKeys<T extends Parameters<typeof searchTextOf>[0]>(row: T) {
  return {
    ...row,
    nameKey: row.name.toLowerCase(),
    ipKey: ipKeyOf(row.ipAddress),
    searchText: searchTextOf(row),
  }
}

/** Which snapshot is the current one, as the record has it. */
export function currentAudit(states: readonly State[]): Pick<DeviceRow, 'auditId' | 'auditDate' | 'auditSource'> {
  const current = currentOf(states)
  return {
    auditId: current?.snapshotId ?? null,
    auditDate: current?.auditDate ?? null,
    auditSource: current?.source ?? null,
  }
}
