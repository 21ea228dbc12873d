import type { DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import type { Context } from '../../lib/context.ts'
import { exportDevices } from './export-devices.ts'

const columns = [
  'id',
  'name',
  'dnsName',
  'macAddress',
  'ipAddress',
  'serialNumber',
  'assetTag',
  'type',
  'manufacturer',
  'model',
  'lastSeen',
] as const satisfies (keyof DeviceListItem)[]

export const deviceCsvColumns: readonly string[] = [...columns, 'tags']

/** Reads all devices that match a query as records of a CSV file, in parts. */
export async function* deviceCsvRecords(ctx: Context, query: DeviceQuery): AsyncGenerator<(string | null)[][]> {
  for await (const devices of exportDevices(ctx, query)) yield devices.map(recordOf)
}

const recordOf = (device: DeviceListItem) => [
  ...columns.map((name) => device[name]),
  device.tags.map(({ name }) => name).join('; '),
]
