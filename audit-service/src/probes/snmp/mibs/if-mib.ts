import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { type Oid, oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asMac, asText } from '../text.ts'
import { asNumber } from '../varbind.ts'
import { ifTypeName } from './if-type-names.ts'
import { present } from './present.ts'
import { readTable } from './table.ts'

const ifEntry = (column: number): Oid => oid(`1.3.6.1.2.1.2.2.1.${column}`)
const ifXEntry = (column: number): Oid => oid(`1.3.6.1.2.1.31.1.1.1.${column}`)

/** ifTable and its augmentation ifXTable (RFC 2863), read side by side: ifDescr to ifOperStatus; ifName, ifHighSpeed, ifAlias. */
const columns = [...[2, 3, 4, 5, 6, 7, 8].map(ifEntry), ...[1, 15, 18].map(ifXEntry)]
/** ifSpeed is all ones where the speed does not fit (RFC 2863 section 3.1.13). */
const ifSpeedMax = 4_294_967_295

const adminStatus = ['unknown', 'up', 'down', 'testing'] as const
const operStatus = ['unknown', 'up', 'down', 'testing', 'unknown', 'dormant', 'notPresent', 'lowerLayerDown'] as const

/** An interface as the observation has it, its addresses still missing. */
export type SnmpInterface = NetworkInterface & { index: number }

export async function readInterfaces(reader: SnmpReader, truncated: string[]): Promise<SnmpInterface[]> {
  const rows = await readTable(reader, 'ifTable', columns, truncated)
  return rows.flatMap(({ index, cells }) => {
    const [ifIndex] = index
    if (ifIndex === undefined || index.length !== 1) return []
    const [descr, type, mtu, speed, physAddress, admin, oper, name, highSpeed, alias] = cells
    const description = asText(descr)
    const typeNumber = asNumber(type)
    return [
      {
        name: asText(name) ?? description ?? `ifIndex ${ifIndex}`,
        index: ifIndex,
        addresses: [],
        ...present({
          description,
          alias: asText(alias),
          type: typeNumber === undefined ? undefined : ifTypeName(typeNumber),
          macAddress: asMac(physAddress),
          mtu: natural(asNumber(mtu)),
          speedBps: speedBps(asNumber(speed), asNumber(highSpeed)),
          adminStatus: adminStatus[asNumber(admin) ?? -1],
          operStatus: operStatus[asNumber(oper) ?? -1],
        }),
      },
    ]
  })
}

const natural = (value: number | undefined) => (value !== undefined && value >= 0 ? value : undefined)

/** ifHighSpeed counts in units of 1,000,000 bit/s. */
function speedBps(speed: number | undefined, highSpeed: number | undefined): number | undefined {
  const exact = speed !== undefined && speed > 0 && speed < ifSpeedMax ? speed : undefined
  if (highSpeed !== undefined && highSpeed > 0 && (exact === undefined || highSpeed >= 4_294))
    return highSpeed * 1_000_000
  return exact
}
