import type { Network } from '@rollcall/shared/inventory/network.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import type { Address, DefaultRoute, Listener, NetworkInterface, NetworkPart } from '../parts.ts'
import type { OnCut } from '../source.ts'
import { byText } from '../text.ts'
import { upTo } from '../up-to.ts'
import { isGlobal } from './addresses.ts'
import { interfacesMax } from './interfaces.ts'

const gatewaysMax = 16
const dnsServersMax = 16
const addressesMax = 1024

/** Merges the parts of all sources: interfaces sorted by name, each with its addresses. */
export function mergeNetwork(parts: readonly NetworkPart[], onCut?: OnCut): Network {
  const addresses = new Map(parts.flatMap((part) => [...(part.addresses ?? [])]))
  const all = parts.flatMap((part) => part.interfaces ?? [])
  const interfaces = upTo(all, interfacesMax, 'interfaces', onCut, ['interfaces'])
    .map((found) => ({ ...found, addresses: sorted(addresses.get(found.name) ?? [], found.name, onCut) }))
    .sort((left, right) => byText(left.name, right.name))
  const routes = parts.flatMap((part) => part.defaultRoutes ?? []).sort(byPreference)
  const gateways = routes.flatMap(({ gateway }) => normaliseIp(gateway ?? '') ?? [])
  const dnsServers = parts.flatMap((part) => part.dnsServers ?? [])
  const main = mainInterface(interfaces, routes)
  const listeners = distinct(parts.flatMap((part) => part.listeners ?? []))
  return {
    hostname: parts.find((part) => part.hostname)?.hostname,
    domain: parts.find((part) => part.domain)?.domain,
    ipAddress: main && mainAddress(main, routes),
    macAddress: main?.macAddress,
    defaultGateways: upTo([...new Set(gateways)], gatewaysMax, 'default gateways', onCut, ['defaultGateways']),
    dnsServers: upTo(dnsServers, dnsServersMax, 'DNS servers', onCut, ['dnsServers']),
    interfaces,
    services: [],
    ...(listeners.length > 0 && { listeners: listeners.sort(byPort) }),
  }
}

/** Returns each address and port once. Programs may share one: the first represents them. */
function distinct(listeners: readonly Listener[]): Listener[] {
  const found = new Map<string, Listener>()
  for (const listener of listeners) {
    const key = `${listener.protocol} ${listener.address} ${listener.port}`
    if (!found.has(key)) found.set(key, listener)
  }
  return [...found.values()]
}

const byPort = (left: Listener, right: Listener): number =>
  left.port - right.port || byText(left.protocol, right.protocol) || byText(left.address, right.address)

type NetworkParts = NetworkInterface & { addresses: Address[] }

/**
 * Sorts routes by the kernel's preference: the lowest metric first, and IPv4 before IPv6 so that a device keeps one
 * main address.
 */
const byPreference = (left: DefaultRoute, right: DefaultRoute): number =>
  left.family - right.family ||
  left.metric - right.metric ||
  byText(left.interface, right.interface) ||
  byText(left.gateway ?? '', right.gateway ?? '')

/** Returns the interface of the default route; without a route, the first physical interface with a global address. */
function mainInterface(interfaces: NetworkParts[], routes: DefaultRoute[]): NetworkParts | undefined {
  const hasGlobal = ({ addresses }: NetworkParts) => addresses.some(({ address }) => isGlobal(address))
  const routed = routes.flatMap((route) => interfaces.find(({ name }) => name === route.interface) ?? [])
  return (
    routed.find(hasGlobal) ??
    interfaces.find((found) => !found.virtual && hasGlobal(found)) ??
    interfaces.find(hasGlobal)
  )
}

function mainAddress({ name, addresses }: NetworkParts, routes: DefaultRoute[]): string | undefined {
  const preferred = routes.find((route) => route.interface === name && route.source !== undefined)?.source
  return preferred ?? addresses.find(({ address }) => isGlobal(address))?.address
}

/** Sorts addresses, IPv4 first, then by text: the kernel's order changes when an address is renewed. */
function sorted(addresses: Address[], name: string, onCut: OnCut | undefined): Address[] {
  const key = ({ address, prefixLength }: Address) =>
    `${address.includes(':') ? 6 : 4} ${address}/${prefixLength ?? ''}`
  const inOrder = addresses.toSorted((left, right) => byText(key(left), key(right)))
  return upTo(inOrder, addressesMax, `addresses of ${name}`, onCut, ['interfaces.addresses'])
}
