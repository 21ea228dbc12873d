import type { Vlan } from '@rollcall/shared/inventory/network.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { SnmpReader, TableRow } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'
import { eachBit, PortRanges } from './port-list.ts'
import type { PortVlans } from './q-bridge.ts'
import { columnsOf, readTable } from './table.ts'
import { vlanOf } from './vlan-id.ts'

/** VLANs of a Cisco device, with ports by ifIndex. */
export type CiscoVlans = {
  vlans: Vlan[]
  ports: Map<number, PortVlans>
  /** Active VLANs, each with an instance of BRIDGE-MIB. */
  operational: number[]
}

/** CISCO-VTP-MIB vtpVlanState, vtpVlanType, vtpVlanName. Index: managementDomainIndex, the VLAN. */
const vtpVlan = columnsOf('1.3.6.1.4.1.9.9.46.1.3.1.1', 2, 3, 4)
/**
 * Columns of several tables by ifIndex, read in parallel: vmVlan (CISCO-VLAN-MEMBERSHIP-MIB) of access ports; for
 * trunks vlanTrunkPortDynamicStatus, NativeVlan, and VlansEnabled in four bitmaps of 1,024 VLANs.
 */
const portColumns = [
  ...columnsOf('1.3.6.1.4.1.9.9.68.1.2.2.1', 2),
  ...columnsOf('1.3.6.1.4.1.9.9.46.1.6.1.1', 14, 5, 4, 17, 18, 19),
]
const stateOperational = 1
const typeEthernet = 1
const statusTrunking = 1
/** Octets of a bitmap of 1,024 VLANs. */
const blockOctets = 128

export async function readCiscoVlans(reader: SnmpReader, truncated: string[]): Promise<CiscoVlans> {
  const rows = await readTable(reader, 'vtpVlanTable', vtpVlan, truncated)
  // Every switch also lists unused VLANs of FDDI and token ring. Management domains may share VLANs.
  const ethernet = new Map(
    rows.flatMap((row) => {
      const id = asNumber(row.cells[1]) === typeEthernet ? vlanOf(row.index[1]) : undefined
      return id === undefined ? [] : [[id, row.cells] as const]
    }),
  )
  if (ethernet.size === 0) return { vlans: [], ports: new Map(), operational: [] }
  const rowsOfPorts = await readTable(reader, 'vlanTrunkPortTable', portColumns, truncated)
  const tagged = new PortRanges()
  const ports = rowsOfPorts.map((row) => [row.index[0] ?? 0, portVlansOf(row, tagged)] as const)
  tagged.recordCut('vlanTrunkPortTable', truncated)
  return {
    vlans: [...ethernet].map(([id, [, , name]]) => ({ id, ...optional({ name: asText(name) }) })),
    ports: new Map(ports),
    operational: [...ethernet].flatMap(([id, [state]]) => (asNumber(state) === stateOperational ? [id] : [])),
  }
}

function portVlansOf({ index: [ifIndex = 0], cells }: TableRow, tagged: PortRanges): PortVlans {
  const [access, status, native, ...enabled] = cells
  if (asNumber(status) !== statusTrunking) return optional({ vlan: vlanOf(asNumber(access)) })
  const vlan = vlanOf(asNumber(native))
  enabled.forEach((bitmap, block) => {
    eachBit(asBytes(bitmap)?.subarray(0, blockOctets), block * blockOctets * 8, (id) => {
      if (vlanOf(id) !== undefined && id !== vlan) tagged.add(ifIndex, id)
    })
  })
  return optional({ vlan, taggedVlans: tagged.of(ifIndex) })
}
