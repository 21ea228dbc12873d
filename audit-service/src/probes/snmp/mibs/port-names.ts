import type { BridgePorts } from './bridge-ports.ts'
import type { SnmpInterface } from './if-mib.ts'

/** Names of a device's ports, by the numbers and texts of its tables. */
export type PortNames = ReturnType<typeof createPortNames>

export function createPortNames(interfaces: readonly SnmpInterface[]) {
  const byIfIndex = new Map(interfaces.map(({ index, name }) => [index, name]))
  const byText = new Map<string, Set<string>>()
  for (const { name, description, alias, macAddress } of interfaces) {
    for (const text of [name, description, alias, macAddress]) {
      if (text !== undefined) byText.set(text, (byText.get(text) ?? new Set()).add(name))
    }
  }
  return {
    ofIfIndex: (ifIndex: number): string => byIfIndex.get(ifIndex) ?? `ifIndex ${ifIndex}`,
    /** Returns the name by dot1dBasePort, or by ifIndex if the agent has no dot1dBasePortTable. */
    ofBridgePort:
      (bridgePorts: BridgePorts) =>
      (port: number): string | undefined =>
        byIfIndex.get(bridgePorts.get(port) ?? (bridgePorts.size === 0 ? port : -1)),
    /** Returns the only interface with this name, description, alias or MAC. */
    ofText: (text: string): string | undefined => {
      const [name, ...others] = byText.get(text) ?? []
      return others.length === 0 ? name : undefined
    },
    has: (ifIndex: number): boolean => byIfIndex.has(ifIndex),
  }
}
