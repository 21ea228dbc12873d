import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import type { Oid } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asNumber, type Varbind } from '../varbind.ts'
import { type BridgePorts, readBridgePorts } from './bridge-ports.ts'
import { octetsOf } from './inet-address.ts'
import { columnsOf, readTable } from './table.ts'

/** A MAC address that a bridge has learned, with its port. */
export type ForwardingEntry = { bridgePort: number; macAddress: string; vlan?: number | undefined }

/** dot1dTpFdbPort, dot1dTpFdbStatus (BRIDGE-MIB, RFC 4188). Index: the MAC address. */
const dot1d = columnsOf('1.3.6.1.2.1.17.4.3.1', 2, 3)
/** dot1qTpFdbPort, dot1qTpFdbStatus (Q-BRIDGE-MIB, RFC 4363). Index: dot1qFdbId, the MAC address. */
const dot1q = columnsOf('1.3.6.1.2.1.17.7.1.2.2.1', 2, 3)
const statusLearned = 3

/**
 * Reads the forwarding table, by VLAN if the agent has the newer table; `vlanOfFdb` maps a filtering database to its
 * VLAN.
 */
export async function readForwarding(
  reader: SnmpReader,
  vlanOfFdb: (fdbId: number) => number | undefined,
  truncated: string[],
): Promise<ForwardingEntry[]> {
  const byVlan = await readTable(reader, 'dot1qTpFdbTable', dot1q, truncated)
  const found = byVlan.flatMap(({ index: [fdbId = 0, ...mac], cells }) => learned(mac, cells, vlanOfFdb(fdbId)))
  return found.length > 0 ? found : readDot1d(reader, undefined, truncated)
}

async function readDot1d(reader: SnmpReader, vlan: number | undefined, truncated: string[]) {
  const rows = await readTable(reader, 'dot1dTpFdbTable', dot1d, truncated)
  return rows.flatMap(({ index, cells }) => learned(index, cells, vlan))
}

function learned(
  mac: Oid,
  [port, status]: readonly (Varbind | undefined)[],
  vlan: number | undefined,
): ForwardingEntry[] {
  const macAddress = normaliseMac(octetsOf(mac)?.toString('hex') ?? '')
  const bridgePort = asNumber(port)
  // Port 0: learned, but the bridge does not know the port.
  if (macAddress === undefined || !bridgePort || asNumber(status) !== statusLearned) return []
  return [vlan === undefined ? { bridgePort, macAddress } : { bridgePort, macAddress, vlan }]
}

type VlanForwarding = { ports: BridgePorts; entries: ForwardingEntry[] }

/** Time limit of all VLANs together: a switch may have four thousand. */
const vlansTimeMs = 120_000
const entriesMax = 20_000

/**
 * Reads the forwarding tables of agents with an instance of BRIDGE-MIB for each VLAN: ports and learned addresses of
 * each VLAN that has any.
 */
export async function readForwardingByVlan(
  reader: SnmpReader,
  vlans: readonly number[],
  truncated: string[],
): Promise<VlanForwarding[]> {
  const endsAtMs = performance.now() + vlansTimeMs
  const found: VlanForwarding[] = []
  let count = 0
  for (const [at, vlan] of vlans.entries()) {
    if (performance.now() > endsAtMs || count >= entriesMax) {
      truncated.push(`dot1dTpFdbTable by VLAN: stopped after ${at} of ${vlans.length} VLANs`)
      break
    }
    const within = reader.inVlan(vlan)
    const entries = await readDot1d(within, vlan, truncated)
    if (entries.length === 0) continue
    found.push({ ports: await readBridgePorts(within, truncated), entries })
    count += entries.length
  }
  return found
}
