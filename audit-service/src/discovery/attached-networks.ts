import { readdirSync } from 'node:fs'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { isGuestInterface } from '@rollcall/agent/inventory/network/container-and-vm-networks.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import {
  type AttachedNetwork,
  attachedBlock,
  attachedNetworksMax,
  hasOtherHosts,
} from '@rollcall/shared/messages/attached-network.ts'
import { formatBlock } from '@rollcall/shared/targets/ranges.ts'

type Interfaces = Record<
  string,
  readonly Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'mac' | 'internal'>[] | undefined
>

/**
 * Returns the networks that this machine's interfaces are in, each once, by interface and address. Loopback, link-local
 * addresses, single addresses, and networks of guests of this machine are left out.
 */
export function attachedNetworks(
  interfaces: Interfaces = readInterfaces(),
  bridgePortsOf = readBridgePorts,
): AttachedNetwork[] {
  const networks = new Map<string, AttachedNetwork>()
  for (const [label, entries = []] of Object.entries(interfaces)) {
    // `eth0:1` is a label of an address of eth0.
    const interfaceName = label.replace(/:.*/, '')
    if (leadsToGuests(interfaceName, bridgePortsOf)) continue
    for (const { address, cidr, mac, internal } of entries) {
      const prefixLength = Number(cidr?.split('/')[1] ?? Number.NaN)
      if (internal || !hasOtherHosts({ address, prefixLength })) continue
      const block = formatBlock(attachedBlock({ address, prefixLength }), prefixLength)
      if (!networks.has(block)) networks.set(block, { interfaceName, ...macOf(mac), address, prefixLength })
    }
  }
  return [...networks.values()].slice(0, attachedNetworksMax)
}

/** Reports whether the interface is a bridge without a port to the outside, or is named like one. */
function leadsToGuests(name: string, bridgePortsOf: typeof readBridgePorts): boolean {
  return isGuestInterface(name) || (bridgePortsOf(name)?.every(isGuestInterface) ?? false)
}

function readInterfaces(): Interfaces {
  try {
    return networkInterfaces()
  } catch {
    // A sandbox without netlink(7) does not list them. Scans still work.
    return {}
  }
}

/** Returns the interfaces that a bridge of Linux joins; undefined for any other interface. */
function readBridgePorts(name: string): string[] | undefined {
  try {
    return readdirSync(`/sys/class/net/${name}/brif`)
  } catch {
    return undefined
  }
}

function macOf(text: string): { macAddress?: string } {
  const macAddress = normaliseMac(text)
  return macAddress === undefined || macAddress === '00:00:00:00:00:00' ? {} : { macAddress }
}
