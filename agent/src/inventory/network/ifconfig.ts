import { normaliseIp, normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { runText } from '../../platform/host.ts'
import type { Address, NetworkInterface, NetworkPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linesOf, parseInteger } from '../text.ts'

/** Reads interfaces and addresses of macOS. Its list of hardware ports tells physical and wireless interfaces. */
export const ifconfig: Source<NetworkPart> = {
  name: 'ifconfig',
  reads: ['interfaces', 'ipAddress', 'macAddress'],
  isAvailable: (host) => host.hasProgram('ifconfig'),
  collect: async (host) => {
    const hasPorts = await host.hasProgram('networksetup')
    const [interfaces, ports] = await Promise.all([
      runText(host, 'ifconfig', ['-a']),
      hasPorts ? runText(host, 'networksetup', ['-listallhardwareports']) : '',
    ])
    return parseIfconfig(interfaces, parseHardwarePorts(ports))
  },
}

/** Parses `Hardware Port: Wi-Fi` followed by `Device: en0` to a map of device to port. */
function parseHardwarePorts(text: string): Map<string, string> {
  const ports = new Map<string, string>()
  for (const [, port, device] of text.matchAll(/^Hardware Port: (.+)\nDevice: (\S+)$/gm)) {
    if (port !== undefined && device !== undefined) ports.set(device, port)
  }
  return ports
}

/** Parses ifconfig. An interface begins without indentation; its lines are indented by a tab. */
export function parseIfconfig(text: string, ports: ReadonlyMap<string, string>): NetworkPart {
  const interfaces: NetworkInterface[] = []
  const addresses = new Map<string, Address[]>()
  let current: NetworkInterface | undefined
  for (const line of linesOf(text)) {
    const [, name, flags, mtu] = /^(\S+): flags=[0-9a-f]+<([^>]*)>(?:.*? mtu (\d+))?/.exec(line) ?? []
    if (name !== undefined) {
      current = interfaceOf(name, flags?.split(',') ?? [], ports.get(name))
      current.mtu = parseInteger(mtu)
      interfaces.push(current)
    } else if (current) {
      readDetail(line.trim(), current, addresses)
    }
  }
  return { interfaces, addresses }
}

function interfaceOf(name: string, flags: string[], port: string | undefined): NetworkInterface {
  const isUp = flags.includes('UP')
  return {
    name,
    description: port,
    type: typeOf(name, flags, port),
    adminStatus: isUp ? 'up' : 'down',
    operStatus: isUp && flags.includes('RUNNING') ? 'up' : 'down',
    virtual: port === undefined || name.startsWith('bridge') || name.startsWith('vlan'),
  }
}

function typeOf(name: string, flags: string[], port: string | undefined): string {
  if (flags.includes('LOOPBACK')) return 'softwareLoopback'
  if (port === 'Wi-Fi' || port === 'AirPort' || name.startsWith('awdl')) return 'ieee80211'
  if (name.startsWith('bridge')) return 'bridge'
  if (name.startsWith('vlan')) return 'l2vlan'
  if (name.startsWith('bond')) return 'ieee8023adLag'
  return flags.includes('POINTOPOINT') || /^(gif|stf)/.test(name) ? 'tunnel' : 'ethernetCsmacd'
}

const megabit = 1_000_000

function readDetail(line: string, found: NetworkInterface, addresses: Map<string, Address[]>): void {
  const [keyword = '', value = ''] = line.split(' ')
  const add = (address: Address) => addresses.set(found.name, [...(addresses.get(found.name) ?? []), address])
  const ip = normaliseIp(value)
  if (keyword === 'ether') found.macAddress = normaliseMac(value)
  else if (keyword === 'status:') found.operStatus = value === 'active' ? 'up' : 'down'
  else if (keyword === 'media:') {
    const megabits = /\((\d+)(G?)base/i.exec(line)
    if (megabits) found.speedBps = Number(megabits[1]) * megabit * (megabits[2] === '' ? 1 : 1000)
  } else if (keyword === 'inet' && ip !== undefined) {
    add({ address: ip, prefixLength: prefixOfMask(/ netmask 0x([0-9a-f]{8})/.exec(line)?.[1]) })
  } else if (keyword === 'inet6' && ip !== undefined && !/ (temporary|deprecated)\b/.test(line)) {
    // A temporary address (RFC 8981) changes every day.
    add({ address: ip, prefixLength: parseInteger(/ prefixlen (\d+)/.exec(line)?.[1]) })
  }
}

const prefixOfMask = (hex: string | undefined): number | undefined =>
  hex === undefined ? undefined : Number.parseInt(hex, 16).toString(2).replaceAll('0', '').length
