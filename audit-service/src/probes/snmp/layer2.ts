import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Vlan } from '@rollcall/shared/inventory/network.ts'
import type { BridgePorts } from './mibs/bridge-ports.ts'
import { type CiscoVlans, readCiscoVlans } from './mibs/cisco-vlans.ts'
import { type ForwardingEntry, readForwarding, readForwardingByVlan } from './mibs/forwarding.ts'
import type { PortNames } from './mibs/port-names.ts'
import { type PortVlans, readQBridge, type VlanFacts } from './mibs/q-bridge.ts'
import type { SnmpReader } from './reader.ts'

/** Runs one section of a read; on failure records the section's name as cut and returns `otherwise`. */
export type SectionReader = <T>(name: string, read: () => Promise<T>, otherwise: T) => Promise<T>

/** Forwarding table and VLANs of a bridge. */
export type Layer2 = {
  forwarding: Neighbor[]
  vlans: Vlan[]
  /** VLANs by ifIndex. */
  portVlans: ReadonlyMap<number, PortVlans>
}

const noVlans: VlanFacts = { vlans: [], ports: new Map(), vlanOfFdb: () => undefined }
const noCisco: CiscoVlans = { vlans: [], ports: new Map(), operational: [] }

/** Reads Q-BRIDGE-MIB, or Cisco's VTP and an instance of BRIDGE-MIB for each VLAN if the device has those. */
export async function readLayer2(
  reader: SnmpReader,
  device: { ports: PortNames; bridgePorts: BridgePorts; isCisco: boolean },
  part: SectionReader,
  truncated: string[],
): Promise<Layer2> {
  const { ports, bridgePorts, isCisco } = device
  const cisco = isCisco ? await part('vtpVlanTable', () => readCiscoVlans(reader, truncated), noCisco) : noCisco
  const standard = await part('dot1qVlanStaticTable', () => readQBridge(reader, truncated), noVlans)
  const byVlan = await part(
    'dot1dTpFdbTable by VLAN',
    () => readForwardingByVlan(reader, cisco.operational, truncated),
    [],
  )
  const whole = () => readForwarding(reader, standard.vlanOfFdb, truncated)
  const entries = byVlan.length > 0 ? [] : await part('dot1dTpFdbTable', whole, [])
  const forwarding = [
    ...byVlan.flatMap((own) => own.entries.map((entry) => neighborOf(entry, ports.ofBridgePort(own.ports)))),
    ...entries.map((entry) => neighborOf(entry, ports.ofBridgePort(bridgePorts))),
  ]
  if (cisco.vlans.length > 0) return { forwarding, vlans: cisco.vlans, portVlans: cisco.ports }
  return { forwarding, vlans: standard.vlans, portVlans: byIfIndex(standard.ports, bridgePorts) }
}

/** Returns the VLANs by ifIndex; the keys stay if the agent has no dot1dBasePortTable. */
function byIfIndex(ports: VlanFacts['ports'], bridgePorts: BridgePorts): Layer2['portVlans'] {
  if (bridgePorts.size === 0) return ports
  return new Map(
    [...ports].flatMap(([port, vlans]) => {
      const ifIndex = bridgePorts.get(port)
      return ifIndex === undefined ? [] : [[ifIndex, vlans] as const]
    }),
  )
}

function neighborOf(
  { bridgePort, macAddress, vlan }: ForwardingEntry,
  portName: (port: number) => string | undefined,
): Neighbor {
  const port = portName(bridgePort) ?? `port ${bridgePort}`
  return { port, protocol: 'forwarding', macAddress, ...(vlan !== undefined && { vlan }) }
}
