import type { Network, NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import { ipKeyOf } from '../list/search-text.ts'
import { type Fact, type FactValues, instant, ofItems, several } from './fact.ts'

/** Facts of a network section as the device sees it. The section may be of an earlier form. */
export const networkFacts = ({ interfaces, neighbors, vlans, listeners }: Partial<Network>): Fact[] => [
  ...several(
    'address',
    (interfaces ?? []).flatMap(({ addresses }) =>
      (addresses ?? []).map(({ address }) => ipKeyOf(address) ?? undefined),
    ),
  ),
  ...ofItems('port', interfaces, portValues),
  ...ofItems(
    'neighbor',
    // A forwarding table lists every host of the network.
    neighbors?.filter(({ protocol }) => protocol !== 'forwarding'),
    ({ port, name, ipAddress, remotePort }) => ({ port, name, address: ipKeyOf(ipAddress ?? null), remotePort }),
  ),
  ...ofItems('vlan', vlans, ['id', 'name']),
  ...ofItems('listener', listeners, ['port', 'protocol', 'program']),
]

const portValues = (port: NetworkInterface): FactValues => ({
  name: port.name,
  description: port.alias ?? port.description,
  type: port.type,
  enabled: port.adminStatus && port.adminStatus === 'up',
  up: port.operStatus && port.operStatus === 'up',
  speed: port.speedBps,
  duplex: port.duplex,
  vlan: port.vlan,
  mac: port.macAddress,
})

/** Facts of the services that a device offers, seen from outside. */
export const serviceFacts = ({ services }: Partial<Network>): Fact[] => [
  ...ofItems('service', services, ['port', 'protocol', 'name', 'product', 'version']),
  ...ofItems(
    'certificate',
    services?.filter(({ certificate }) => certificate),
    ({ port, certificate: { subject, issuer, validTo } = {} }) => ({ port, subject, issuer, ends: instant(validTo) }),
  ),
]
