import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { SnmpReader } from '../reader.ts'
import { asMac, asText } from '../text.ts'
import { asNumber, type Varbind } from '../varbind.ts'
import { ifTypeName } from './if-type-names.ts'
import { asNatural } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/**
 * Columns of ifTable and its augmentation ifXTable (RFC 2863): ifDescr to ifOperStatus; ifName, ifHighSpeed to ifAlias.
 */
const own = [
  ...columnsOf('1.3.6.1.2.1.2.2.1', 2, 3, 4, 5, 6, 7, 8),
  ...columnsOf('1.3.6.1.2.1.31.1.1.1', 1, 15, 16, 17, 18),
]
/**
 * Columns of other MIBs with the same index: dot3StatsDuplexStatus (EtherLike-MIB), dot3adAggPortAttachedAggID
 * (IEEE8023-LAG-MIB).
 */
const added = [...columnsOf('1.3.6.1.2.1.10.7.2.1', 19), ...columnsOf('1.2.840.10006.300.43.1.2.1.1', 13)]
/** ifSpeed is all ones if the speed does not fit (RFC 2863, section 3.1.13). */
const ifSpeedMax = 4_294_967_295

const adminStatus = ['unknown', 'up', 'down', 'testing'] as const
/** dot3StatsDuplexStatus: unknown is 1. */
const duplexes = [undefined, undefined, 'half', 'full'] as const
const operStatus = ['unknown', 'up', 'down', 'testing', 'unknown', 'dormant', 'notPresent', 'lowerLayerDown'] as const

/** An interface of the observation without its addresses. */
export type SnmpInterface = NetworkInterface & { index: number }

export async function readInterfaces(reader: SnmpReader, truncated: string[]): Promise<SnmpInterface[]> {
  const rows = await readTable(reader, 'ifTable', [...own, ...added], truncated)
  const shown = rows.filter(({ index, cells }) => index.length === 1 && cells.slice(0, own.length).some(isPresent))
  const names = new Map(shown.map(({ index, cells }) => [index[0], asText(cells[7]) ?? asText(cells[0])]))
  return shown.map(({ index: [ifIndex = 0], cells }) => {
    const [descr, type, mtu, speed, physAddress, admin, oper, name, highSpeed, promiscuous, connector, alias] = cells
    const [duplex, attachedTo] = cells.slice(own.length).map(asNumber)
    const description = asText(descr)
    const typeNumber = asNumber(type)
    return {
      name: asText(name) ?? description ?? `ifIndex ${ifIndex}`,
      index: ifIndex,
      addresses: [],
      ...optional({
        description,
        alias: asText(alias),
        type: typeNumber === undefined ? undefined : ifTypeName(typeNumber),
        macAddress: asMac(physAddress),
        mtu: asNatural(mtu),
        speedBps: speedBps(asNatural(speed), asNatural(highSpeed)),
        adminStatus: adminStatus[asNumber(admin) ?? -1],
        operStatus: operStatus[asNumber(oper) ?? -1],
        duplex: duplexes[duplex ?? -1],
        promiscuous: truth(promiscuous),
        connector: truth(connector),
        // An interface without an aggregate reports itself or 0.
        aggregate: attachedTo === ifIndex ? undefined : names.get(attachedTo),
      }),
    }
  })
}

const isPresent = (cell: Varbind | undefined): boolean => cell !== undefined

/** Converts TruthValue (RFC 2579). */
const truth = (varbind: Varbind | undefined): boolean | undefined => [undefined, true, false][asNumber(varbind) ?? 0]
/** Returns bits per second. ifHighSpeed counts units of 1,000,000 bit/s. */
function speedBps(speed: number | undefined, highSpeed: number | undefined): number | undefined {
  const exact = speed !== undefined && speed > 0 && speed < ifSpeedMax ? speed : undefined
  if (highSpeed !== undefined && highSpeed > 0 && (exact === undefined || highSpeed >= 4_294))
    return highSpeed * 1_000_000
  return exact
}
