import type { SnmpReader } from '../reader.ts'
import { asNumber } from '../varbind.ts'
import { columnsOf, readTable } from './table.ts'

/** dot1dBasePortIfIndex (BRIDGE-MIB, RFC 4188). */
const columns = columnsOf('1.3.6.1.2.1.17.1.4.1', 2)

/** ifIndex by the port number of BRIDGE-MIB, Q-BRIDGE-MIB and LLDP-MIB. */
export type BridgePorts = ReadonlyMap<number, number>

export async function readBridgePorts(reader: SnmpReader, truncated: string[]): Promise<BridgePorts> {
  const rows = await readTable(reader, 'dot1dBasePortTable', columns, truncated)
  return new Map(
    rows.flatMap(({ index: [port], cells }) => {
      const ifIndex = asNumber(cells[0])
      return port === undefined || ifIndex === undefined || ifIndex === 0 ? [] : [[port, ifIndex] as const]
    }),
  )
}
