import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { type Host, readValues } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { NetworkInterface, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { parseInteger, textOrNone } from '../text.ts'
import { upTo } from '../up-to.ts'
import { interfaceType } from './interface-types.ts'

const folder = '/sys/class/net'
export const interfacesMax = 4096

/** Reads network interfaces from /sys/class/net, without addresses. */
export const interfaces: Source<NetworkPart> = {
  name: 'interfaces',
  reads: ['interfaces', 'ipAddress', 'macAddress'],
  isAvailable: async (host) => (await host.listFolder(folder)).length > 0,
  collect: async (host, onCut) => {
    // `bonding_masters` is a file beside the interfaces.
    const names = (await host.listFolder(folder)).filter((name) => name !== 'bonding_masters')
    const found = await mapBounded(upTo(names, interfacesMax, 'interfaces', onCut), 8, (name) =>
      readInterface(host, name),
    )
    return { interfaces: found.map(parseInterface) }
  },
}

const attributes = ['ifindex', 'address', 'mtu', 'speed', 'type', 'flags', 'operstate', 'ifalias', 'uevent'] as const
type InterfaceAttributes = { name: string; hasDevice: boolean } & Partial<
  Record<(typeof attributes)[number], string | undefined>
>

async function readInterface(host: Host, name: string): Promise<InterfaceAttributes> {
  const at = `${folder}/${name}`
  const [device, values] = await Promise.all([host.listFolder(`${at}/device`), readValues(host, at, attributes)])
  return { name, hasDevice: device.length > 0, ...values }
}

const isAdministrativelyUp = 0x1
const megabit = 1_000_000

export function parseInterface(found: InterfaceAttributes): NetworkInterface {
  const deviceType = /^DEVTYPE=(\w+)$/m.exec(found.uevent ?? '')?.[1]
  const speedMbps = parseInteger(found.speed)
  return {
    name: found.name,
    index: parseInteger(found.ifindex),
    alias: textOrNone(found.ifalias),
    type: interfaceType(parseInteger(found.type), deviceType),
    macAddress: realMac(found.address),
    mtu: parseInteger(found.mtu),
    // -1 means no link; drivers with an unsigned value report 2^32-1 for an unknown speed.
    speedBps: speedMbps && speedMbps < 2 ** 31 ? speedMbps * megabit : undefined,
    adminStatus: found.flags === undefined ? 'unknown' : Number(found.flags) & isAdministrativelyUp ? 'up' : 'down',
    operStatus: operStatus(found.operstate),
    virtual: !found.hasDevice,
  }
}

function realMac(text: string | undefined): string | undefined {
  const mac = normaliseMac(text ?? '')
  return mac === '00:00:00:00:00:00' ? undefined : mac
}

/** Maps the kernel's operational states to those of RFC 2863. */
function operStatus(text: string | undefined): NonNullable<NetworkInterface['operStatus']> {
  switch (text) {
    case 'up':
    case 'down':
    case 'testing':
    case 'dormant':
      return text
    case 'lowerlayerdown':
      return 'lowerLayerDown'
    case 'notpresent':
      return 'notPresent'
    default:
      return 'unknown'
  }
}
