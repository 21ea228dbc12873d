import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { formatOid, type Oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber } from '../varbind.ts'
import { columnsOf } from './table.ts'

/** A value with its object. */
type Cell = { value: string; source: string }
/** The switch, bridge or storage system itself in FCMGMT-MIB (T11, 1.3.6.1.3.94). */
export type FabricUnit = { type?: DeviceType; model?: Cell; serialNumber?: Cell }

/** connUnitType, connUnitProduct, connUnitSn. Index: connUnitId of 16 octets. */
const columns = columnsOf('1.3.6.1.3.94.1.6.1', 3, 7, 8)
/** FcUnitType: hub, switch, gateway; storage-device, storage-subsystem, storage-access-device. */
const types: readonly (readonly [readonly number[], DeviceType])[] = [
  [[3, 4, 5], 'network-device'],
  [[9, 11, 14], 'storage'],
]

/** Returns the unit that the agent is; undefined if it lists several, because a fabric's agent knows its neighbors. */
export async function readFabricUnit(reader: SnmpReader): Promise<FabricUnit | undefined> {
  const { rows } = await reader.table(columns, { rowsMax: 2 })
  const [unit] = rows
  if (unit === undefined || rows.length > 1) return undefined
  const [type, model, serialNumber] = unit.cells
  const cellAt = (column: number, value: string | undefined): Cell | undefined =>
    value === undefined ? undefined : { value, source: sourceOf(columns[column] ?? [], unit.index) }
  const kind = asNumber(type) ?? 0
  return optional({
    type: types.find(([numbers]) => numbers.includes(kind))?.[1],
    model: cellAt(1, asText(model)),
    serialNumber: cellAt(2, asText(serialNumber)),
  })
}

const sourceOf = (column: Oid, index: Oid): string => formatOid([...column, ...index])
