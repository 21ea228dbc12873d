import { normaliseIp, normaliseMac } from '@rollcall/shared/inventory/primitives.ts'
import si from 'systeminformation'
import type { Address, HardwarePart, IdentityPart, NetworkPart } from '../inventory/parts.ts'
import { windowsUninstall } from '../inventory/software/windows-uninstall.ts'
import type { Source } from '../inventory/source.ts'
import type { SourceSet } from '../inventory/sources.ts'
import { textOrNone } from '../inventory/text.ts'

/**
 * Reads this machine if it is neither Linux nor a Mac. `systeminformation` supports Windows, but only the local
 * machine.
 */

const available = async () => true

const hardware: Source<HardwarePart> = {
  name: 'systeminformation',
  isAvailable: available,
  collect: async () => {
    const [system, bios, board, chassis, os, cpu] = await Promise.all([
      si.system(),
      si.bios(),
      si.baseboard(),
      si.chassis(),
      si.osInfo(),
      si.cpu(),
    ])
    const [memory, modules, disks, volumes] = await Promise.all([
      si.mem(),
      si.memLayout(),
      si.diskLayout(),
      si.fsSize(),
    ])
    return hardwareOf({ system, bios, board, chassis, os, cpu, memory, modules, disks, volumes })
  },
}

type SystemInformation = {
  system: si.Systeminformation.SystemData
  bios: si.Systeminformation.BiosData
  board: si.Systeminformation.BaseboardData
  chassis: si.Systeminformation.ChassisData
  os: si.Systeminformation.OsData
  cpu: si.Systeminformation.CpuData
  memory: si.Systeminformation.MemData
  modules: si.Systeminformation.MemLayoutData[]
  disks: si.Systeminformation.DiskLayoutData[]
  volumes: si.Systeminformation.FsSizeData[]
}

function hardwareOf(found: SystemInformation): HardwarePart {
  const { system, bios, board, chassis, os, cpu, memory, modules, disks, volumes } = found
  const sockets = Math.max(1, cpu.processors)
  return {
    system: {
      manufacturer: knownFamilies(system.manufacturer),
      model: knownFamilies(system.model),
      serialNumber: knownFamilies(system.serial),
      uuid: knownFamilies(system.uuid)?.toLowerCase(),
      assetTag: knownFamilies(chassis.assetTag),
      chassis: knownFamilies(chassis.type),
      virtualization: system.virtual ? (knownFamilies(system.virtualHost)?.toLowerCase() ?? 'vm-other') : undefined,
    },
    os: {
      name: knownFamilies(os.distro),
      version: knownFamilies(os.release),
      build: knownFamilies(os.build),
      kernel: knownFamilies(os.kernel),
      architecture: knownFamilies(os.arch),
    },
    firmware: {
      vendor: knownFamilies(bios.vendor),
      version: knownFamilies(bios.version),
      date: knownFamilies(bios.releaseDate),
    },
    board: {
      manufacturer: knownFamilies(board.manufacturer),
      model: knownFamilies(board.model),
      serialNumber: knownFamilies(board.serial),
    },
    processors: Array.from({ length: sockets }, () => ({
      manufacturer: knownFamilies(cpu.manufacturer),
      model: knownFamilies(`${cpu.manufacturer} ${cpu.brand}`),
      cores: positive(Math.round(cpu.physicalCores / sockets)),
      threads: positive(Math.round(cpu.cores / sockets)),
      speedMhz: positive(Math.round(cpu.speed * 1000)),
    })),
    memory: {
      totalBytes: positive(memory.total),
      modules: modules
        .filter(({ size, type }) => size > 0 && type !== 'Empty')
        .map((module) => ({
          slot: knownFamilies(module.bank),
          sizeBytes: module.size,
          type: knownFamilies(module.type),
          speedMhz: positive(module.clockSpeed),
          manufacturer: knownFamilies(module.manufacturer),
          partNumber: knownFamilies(module.partNum),
          serialNumber: knownFamilies(module.serialNum),
        })),
    },
    disks: disks.map((disk) => ({
      name: disk.device || disk.name,
      manufacturer: knownFamilies(disk.vendor),
      model: knownFamilies(disk.name),
      serialNumber: knownFamilies(disk.serialNum),
      firmware: knownFamilies(disk.firmwareRevision),
      sizeBytes: positive(disk.size),
      kind: disk.type === 'HD' ? 'hdd' : disk.type === 'SSD' || disk.type === 'NVMe' ? 'ssd' : 'unknown',
    })),
    volumes: volumes.map(({ mount, fs, type, size, available: freeBytes }) => ({
      mount,
      device: knownFamilies(fs),
      fileSystem: knownFamilies(type),
      sizeBytes: positive(size),
      freeBytes,
    })),
  }
}

const network: Source<NetworkPart> = {
  name: 'systeminformation-net',
  isAvailable: available,
  collect: async () => {
    const [found, gateway, os] = await Promise.all([si.networkInterfaces(), si.networkGatewayDefault(), si.osInfo()])
    return networkOf(Array.isArray(found) ? found : [found], gateway, os)
  },
}

export function networkOf(
  found: si.Systeminformation.NetworkInterfacesData[],
  gateway: string,
  { hostname, fqdn }: Pick<si.Systeminformation.OsData, 'hostname' | 'fqdn'>,
): NetworkPart {
  const [name = ''] = hostname.split('.')
  const main = found.find((each) => each.default)
  return {
    hostname: name,
    domain: fqdn.toLowerCase().startsWith(`${name.toLowerCase()}.`)
      ? textOrNone(fqdn.slice(name.length + 1))
      : undefined,
    interfaces: found.map((each) => ({
      name: each.iface,
      description: each.ifaceName === each.iface ? undefined : knownFamilies(each.ifaceName),
      type: each.internal ? 'softwareLoopback' : each.type === 'wireless' ? 'ieee80211' : 'ethernetCsmacd',
      macAddress: each.internal ? undefined : normaliseMac(each.mac),
      mtu: positive(each.mtu),
      speedBps: positive((each.speed ?? 0) * 1_000_000),
      operStatus: each.operstate === 'up' || each.operstate === 'down' ? each.operstate : 'unknown',
      virtual: each.virtual || each.internal,
    })),
    addresses: new Map(found.map((each) => [each.iface, addressesOf(each)])),
    defaultRoutes: normaliseIp(gateway) && main ? [{ family: 4, gateway, interface: main.iface, metric: 0 }] : [],
  }
}

function addressesOf(found: si.Systeminformation.NetworkInterfacesData): Address[] {
  const addresses: Address[] = []
  const [ip4, ip6] = [normaliseIp(found.ip4), normaliseIp(found.ip6)]
  if (ip4 !== undefined) addresses.push({ address: ip4, prefixLength: prefixOf(found.ip4subnet, 8, 10, '.') })
  if (ip6 !== undefined) addresses.push({ address: ip6, prefixLength: prefixOf(found.ip6subnet, 16, 16, ':') })
  return addresses
}

/** Returns the number of one-bits in a mask; undefined for an empty one. */
function prefixOf(mask: string, groupBits: number, radix: number, separator: string): number | undefined {
  if (mask === '') return undefined
  const ones = (group: string) =>
    Number.parseInt(group || '0', radix)
      .toString(2)
      .replaceAll('0', '').length
  return mask.split(separator).reduce((sum, group) => sum + Math.min(groupBits, ones(group)), 0)
}

const identity: Source<IdentityPart> = {
  name: 'systeminformation-id',
  isAvailable: available,
  collect: async () => ({ machineId: knownFamilies((await si.uuid()).os) }),
}

export const systemInformationSources: SourceSet = {
  hardware: [hardware],
  software: [windowsUninstall],
  network: [network],
  identity: [identity],
}

/** Returns undefined for an empty text, `-` or `unknown`, which `systeminformation` writes for missing values. */
const knownFamilies = (text: string | undefined): string | undefined =>
  text === undefined || /^(|-|unknown)$/i.test(text.trim()) ? undefined : text.trim()
const positive = (value: number | null | undefined): number | undefined => (value && value > 0 ? value : undefined)
