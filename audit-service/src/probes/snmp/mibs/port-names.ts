import type { BridgePorts } from './bridge-ports.ts'
import type { SnmpInterface } from './if-mib.ts'

/** Names of a device's ports among its interfaces, by the numbers and texts that its tables have for them. */
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
    /** By dot1dBasePort, or by ifIndex where the agent has no dot1dBasePortTable. */
    ofBridgePort:
      (bridgePorts: BridgePorts) =>
      (port: number): string | undefined =>
        byIfIndex.get(bridgePorts.get(port) ?? (bridgePorts.size === 0 ? port : -1)),
    /** The one interface that has this name, description, alias or MAC. */
    ofText: (text: string): string | undefined => {
      const [name, ...others] = byText.get(text) ?? []
      return others.length === 0 ? name : undefined
    },
    has: (ifIndex: number): boolean => byIfIndex.has(ifIndex),
  }
}
