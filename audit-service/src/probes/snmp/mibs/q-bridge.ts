import type { Vlan } from '@rollcall/shared/inventory/network.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asBytes, asNumber } from '../varbind.ts'
import { eachBit, hasBit, PortRanges } from './port-list.ts'
import { columnsOf, readTable } from './table.ts'
import { vlanOf } from './vlan-id.ts'

/** VLANs of a port. */
export type PortVlans = { vlan?: number; taggedVlans?: string }

/** VLANs of a device and of its ports, by the MIB's port number. */
export type VlanFacts = {
  vlans: Vlan[]
  ports: Map<number, PortVlans>
  /** Returns the VLAN of a filtering database (dot1qFdbId), if it has only one. */
  vlanOfFdb: (fdbId: number) => number | undefined
}

/** Q-BRIDGE-MIB (RFC 4363): dot1qVlanStaticName, EgressPorts, UntaggedPorts. Index: the VLAN. */
const staticColumns = columnsOf('1.3.6.1.2.1.17.7.1.4.3.1', 1, 2, 4)
/** dot1qVlanFdbId. Index: dot1qVlanTimeMark, the VLAN. */
const fdbColumns = columnsOf('1.3.6.1.2.1.17.7.1.4.2.1', 3)
/** dot1qVlanFdbId, dot1qVlanCurrentEgressPorts and dot1qVlanCurrentUntaggedPorts, with the same index. */
const currentColumns = columnsOf('1.3.6.1.2.1.17.7.1.4.2.1', 3, 4, 5)
/** dot1qPvid. Index: dot1dBasePort. */
const pvidColumns = columnsOf('1.3.6.1.2.1.17.7.1.4.5.1', 1)

/** Port membership as bitmaps. */
type Membership = { name?: string | undefined; egress: Buffer | undefined; untagged: Buffer | undefined }

/** Reads the configured VLANs, and the current state of those that are only dynamic, such as by MVRP. */
export async function readQBridge(reader: SnmpReader, truncated: string[]): Promise<VlanFacts> {
  const members = new Map<number, Membership>()
  for (const { index, cells } of await readTable(reader, 'dot1qVlanStaticTable', staticColumns, truncated)) {
    const id = vlanOf(index[0])
    const [name, egress, untagged] = cells
    if (id !== undefined) members.set(id, { name: asText(name), egress: asBytes(egress), untagged: asBytes(untagged) })
  }
  const fdbs = await readFdbs(reader, truncated)
  if ([...fdbs.values()].some((ids) => ids.some((id) => !members.has(id)))) {
    for (const { index, cells } of await readTable(reader, 'dot1qVlanCurrentTable', currentColumns, truncated)) {
      const id = vlanOf(index[1])
      const [, egress, untagged] = cells
      if (id !== undefined && !members.has(id)) {
        members.set(id, { egress: asBytes(egress), untagged: asBytes(untagged) })
      }
    }
  }
  const pvids = await readTable(reader, 'dot1qPortVlanTable', pvidColumns, truncated)
  const pvidOf = new Map(pvids.map(({ index, cells }) => [index[0] ?? 0, vlanOf(asNumber(cells[0]))]))
  const inOrder = [...members].sort(([a], [b]) => a - b)
  return {
    vlans: inOrder.map(([id, { name }]) => ({ id, ...optional({ name }) })),
    ports: portsOf(inOrder, pvidOf, truncated),
    vlanOfFdb: (fdbId) => {
      const ids = fdbs.get(fdbId)
      // Agents number a database like its VLAN if dot1qVlanFdbId does not say otherwise, and some even if it does.
      if (ids === undefined) return members.has(fdbId) ? fdbId : undefined
      return ids.length === 1 ? ids[0] : undefined
    },
  }
}

/** Returns the VLANs of each filtering database. */
async function readFdbs(reader: SnmpReader, truncated: string[]): Promise<Map<number, number[]>> {
  const fdbs = new Map<number, number[]>()
  for (const { index, cells } of await readTable(reader, 'dot1qVlanCurrentTable', fdbColumns, truncated)) {
    const id = vlanOf(index[1])
    const fdbId = asNumber(cells[0])
    if (id === undefined || fdbId === undefined) continue
    const ids = fdbs.get(fdbId)
    if (ids) ids.push(id)
    else fdbs.set(fdbId, [id])
  }
  return fdbs
}

function portsOf(
  members: readonly [number, Membership][],
  pvids: ReadonlyMap<number, number | undefined>,
  truncated: string[],
) {
  const tagged = new PortRanges()
  const untaggedIn = new Map<number, number>()
  for (const [id, { egress, untagged }] of members) {
    // Agents set bits of ports that are no members in the untagged list.
    eachBit(egress, 1, (port) => {
      if (hasBit(untagged, 1, port)) untaggedIn.set(port, id)
      else tagged.add(port, id)
    })
  }
  tagged.recordCut('dot1qVlanStaticTable', truncated)
  const numbers = new Set([...pvids.keys(), ...untaggedIn.keys(), ...tagged.ports])
  return new Map(
    [...numbers].map((port): [number, PortVlans] => [
      port,
      optional({ vlan: pvids.get(port) ?? untaggedIn.get(port), taggedVlans: tagged.of(port) }),
    ]),
  )
}
