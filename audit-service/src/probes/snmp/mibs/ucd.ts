import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNatural } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/** Facts of UCD-SNMP-MIB (net-snmp). */
export type UcdFacts = {
  memoryBytes?: number
  swapBytes?: number
  volumes: NonNullable<Hardware['volumes']>
}

/** memTotalReal and memTotalSwap, in KiB. */
const scalars = ['1.3.6.1.4.1.2021.4.5.0', '1.3.6.1.4.1.2021.4.3.0'].map(oid)
/** dskPath, dskDevice, dskTotal, dskAvail; the sizes also as 32 low and 32 high bits, all in KiB. */
const dskColumns = columnsOf('1.3.6.1.4.1.2021.9.1', 2, 3, 6, 7, 11, 12, 13, 14)

export async function readUcd(reader: SnmpReader, truncated: string[]): Promise<UcdFacts> {
  const [memory, swap] = await reader.get(scalars)
  const disks = await readTable(reader, 'dskTable', dskColumns, truncated)
  return {
    ...optional({
      memoryBytes: bytesOf(asNatural(memory)),
      swapBytes: bytesOf(asNatural(swap)),
    }),
    volumes: disks.flatMap(({ cells }) => {
      const [path, device, total, available, totalLow, totalHigh, availableLow, availableHigh] = cells
      const mount = asText(path)
      if (mount === undefined) return []
      const sizeBytes = bytesOf(wide(asNatural(totalLow), asNatural(totalHigh)) ?? asNatural(total))
      const freeBytes = bytesOf(wide(asNatural(availableLow), asNatural(availableHigh)) ?? asNatural(available))
      return [{ mount, ...optional({ device: asText(device), sizeBytes, freeBytes }) }]
    }),
  }
}

const wide = (low: number | undefined, high: number | undefined) =>
  low === undefined || high === undefined ? undefined : high * 2 ** 32 + low

const bytesOf = (kib: number | undefined) => {
  const bytes = (kib ?? Number.NaN) * 1024
  return Number.isSafeInteger(bytes) ? bytes : undefined
}
