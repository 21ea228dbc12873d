import type { DeviceFields, DeviceListItem, DeviceQuery } from '@rollcall/shared/api/device.ts'
import { columnField } from '@rollcall/shared/query/find-field.ts'
import type { Context } from '../../lib/context.ts'
import type { Cell, Column } from '../../lib/table-records.ts'
import { exportDevices } from './export-devices.ts'
import { listedColumns } from './list-devices.ts'

/** Returns the names of the columns of an exported list: the chosen ones, or those that every device has. */
const columnNames = (query: DeviceQuery): readonly string[] =>
  query.columns ? ['id', 'name', ...chosen(query.columns)] : [...listedColumns, 'tags']

/** Returns the columns of a list as a file, with the kind of their values. */
export const deviceColumns = (query: DeviceQuery): Column[] =>
  columnNames(query).map((name) => ({ name, isTime: columnField(name)?.field.kind === 'time' }))

const chosen = (names: readonly string[]) => names.filter((name) => name !== 'name')

/** Reads all devices that match a query as records of a file, in parts. */
export async function* deviceRecords(ctx: Context, query: DeviceQuery): AsyncGenerator<Cell[][]> {
  for await (const devices of exportDevices(ctx, query)) yield devices.map((device) => recordOf(device, query))
}

function recordOf(device: DeviceListItem, query: DeviceQuery): Cell[] {
  const { fields = {} } = device
  if (query.columns) return [device.id, device.name, ...chosen(query.columns).map((name) => cellOf(fields[name]))]
  return [...listedColumns.map((name) => device[name]), device.tags.map(({ name }) => name).join('; ')]
}

const cellOf = (value: DeviceFields[string] | undefined): Cell =>
  value === undefined ? null : Array.isArray(value) ? value.join('; ') : value
