import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { type Adapter, decodeAdapters } from '../../../platform/windows/adapters.ts'
import type { WindowsApi } from '../../../platform/windows/api.ts'
import type { NetworkInterface, NetworkPart } from '../../parts.ts'
import type { Source } from '../../source.ts'

/** Reads the names of this machine in the network. */
export const windowsNames = (api: WindowsApi): Source<NetworkPart> => ({
  name: 'windows-names',
  reads: ['hostname', 'domain'],
  isAvailable: async () => true,
  collect: async () => ({
    hostname: api.computerName('dnsHostname') ?? api.computerName('netbios'),
    domain: api.computerName('dnsDomain'),
  }),
})

/** Reads the adapters with their addresses, gateways and DNS servers. */
export const windowsInterfaces = (api: WindowsApi): Source<NetworkPart> => ({
  name: 'windows-interfaces',
  reads: ['interfaces', 'defaultGateways', 'dnsServers', 'ipAddress', 'macAddress'],
  isAvailable: async () => true,
  collect: async () => networkOf(decodeAdapters(api.adapters()), physicalAdapters(api)),
})

/** Drivers of network adapters, one key each. */
const drivers = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4D36E972-E325-11CE-BFC1-08002BE10318}'
/** NCF_PHYSICAL of netcfgx.h: the adapter is hardware, or looks like that to a guest. */
const physicalFlag = 0x4

/** Returns for each adapter with a driver whether it is hardware. */
function physicalAdapters({ registry }: WindowsApi): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const key of registry.keys(drivers).filter((name) => /^\d{4}$/.test(name))) {
    const values = registry.values(`${drivers}\\${key}`)
    const [id, characteristics] = [values.text('NetCfgInstanceId'), values.number('Characteristics')]
    if (id !== undefined && characteristics !== undefined)
      found.set(id.toLowerCase(), (characteristics & physicalFlag) !== 0)
  }
  return found
}

function networkOf(adapters: Adapter[], isPhysical: Map<string, boolean>): NetworkPart {
  const byMetric = adapters.toSorted((left, right) => left.metric[4] - right.metric[4])
  return {
    interfaces: adapters.map((adapter) => interfaceOf(adapter, isPhysical.get(adapter.id.toLowerCase()))),
    addresses: new Map(
      adapters.map(({ name, addresses }) => [
        name,
        // A temporary address (RFC 8981) changes every day.
        addresses
          .filter(({ isTemporary }) => !isTemporary)
          .map(({ address, prefixLength }) => ({ address, prefixLength })),
      ]),
    ),
    defaultRoutes: adapters.flatMap(({ name, gateways, metric }) =>
      gateways.map((gateway) => {
        const family = gateway.includes(':') ? 6 : 4
        return { family, gateway, interface: name, metric: metric[family] }
      }),
    ),
    dnsServers: [
      ...new Set(
        byMetric
          .filter(({ operStatus }) => statuses[operStatus] === 'up')
          .flatMap(({ dnsServers }) => dnsServers.filter((server) => !isPlaceholder(server))),
      ),
    ],
  }
}

/** Windows lists these where no DNS server over IPv6 is set. */
const isPlaceholder = (server: string): boolean => /^fec0:0:0:ffff::[123]$/.test(server)

/** IF_OPER_STATUS of ifdef.h. */
const statuses: Record<number, NetworkInterface['operStatus']> = {
  1: 'up',
  2: 'down',
  3: 'testing',
  4: 'unknown',
  5: 'dormant',
  6: 'notPresent',
  7: 'lowerLayerDown',
}

/** IANAifType by its number, as far as Windows uses it. */
const types: Record<number, string> = {
  1: 'other',
  6: 'ethernetCsmacd',
  9: 'iso88025TokenRing',
  23: 'ppp',
  24: 'softwareLoopback',
  37: 'atm',
  53: 'propVirtual',
  71: 'ieee80211',
  131: 'tunnel',
  144: 'ieee1394',
  243: 'wwanPP',
  244: 'wwanPP2',
}
/** Kinds without hardware and without a driver of their own. */
const withoutHardware = ['softwareLoopback', 'tunnel', 'ppp', 'propVirtual']
const unknownSpeed = 0xffffffffffffffffn

function interfaceOf(adapter: Adapter, isPhysical: boolean | undefined): NetworkInterface {
  const type = types[adapter.type] ?? `type-${adapter.type}`
  const isUnknownSpeed = adapter.speedBps === unknownSpeed || adapter.speedBps === 0n
  return {
    name: adapter.name,
    index: adapter.index,
    description: adapter.description === adapter.name ? undefined : adapter.description || undefined,
    type,
    macAddress: adapter.macAddress.length === 6 ? normaliseMac(adapter.macAddress.toString('hex')) : undefined,
    mtu: adapter.mtu === 0xffffffff ? undefined : adapter.mtu,
    speedBps: isUnknownSpeed ? undefined : Number(adapter.speedBps),
    operStatus: statuses[adapter.operStatus] ?? 'unknown',
    virtual: isPhysical === undefined ? withoutHardware.includes(type) || undefined : !isPhysical,
  }
}
