import { isIP } from 'node:net'
import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { isJunkIp, isJunkMac } from '@rollcall/shared/inventory/junk/addresses.ts'
import { isFiller, isJunkName } from '@rollcall/shared/inventory/junk/fillers.ts'
import { isJunkSerial, repeatsDescription } from '@rollcall/shared/inventory/junk/serials.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'

/** Fields of a device's record that its observations supply. */
export type DeviceFields = {
  name: string
  dnsName: string | null
  macAddress: string | null
  ipAddress: string | null
  serialNumber: string | null
  type: DeviceType
  manufacturer: string | null
  model: string | null
}

type Described = Pick<Observation, 'source' | 'name' | 'type' | 'identity'> &
  Partial<Pick<Observation, 'dnsName'>> & {
    hardware?: { [Part in 'system' | 'board']?: Hardware[Part] | undefined } | undefined
    network?: Pick<Network, 'macAddress' | 'ipAddress'> | undefined
  }

export function describe(observed: Described): DeviceFields {
  const { identity, hardware, network } = observed
  const system = hardware?.system
  const dnsName = textOrNull(observed.dnsName)
  const main = network?.macAddress
  const macs = [...(main === undefined ? [] : [main]), ...identity.macAddresses]
  const macAddress = macs.find((mac) => !isJunkMac(mac)) ?? main ?? null
  const ipAddress =
    network?.ipAddress ?? identity.ipAddresses.find((ip) => !isJunkIp(ip)) ?? identity.ipAddresses[0] ?? null
  const serial = [identity.serialNumber, system?.serialNumber].find(
    (text): text is string => isSerial(text) && !repeatsDescription(text, descriptionsOf(observed)),
  )
  return {
    name: nameOf(observed, dnsName) ?? ipAddress ?? macAddress ?? serial ?? 'unknown',
    dnsName,
    macAddress,
    ipAddress,
    serialNumber: serial ?? null,
    type: observed.type,
    manufacturer: [system?.manufacturer, identity.manufacturer].find(isReal) ?? null,
    model: [system?.model, identity.model].find(isReal) ?? null,
  }
}

/** Texts that describe a device. Some firmware repeats one of them as the serial number. */
export const descriptionsOf = ({
  identity,
  hardware,
}: Pick<Described, 'identity' | 'hardware'>): (string | undefined)[] => [
  identity.manufacturer,
  identity.model,
  hardware?.system?.manufacturer,
  hardware?.system?.model,
  hardware?.board?.manufacturer,
  hardware?.board?.model,
]

/**
 * Display name of a device: its own host name (sysName), else its DNS name, else the name that the origin gave. For an
 * observation that a person wrote, the name is the person's.
 */
function nameOf({ source, name, identity }: Described, dnsName: string | null): string | null {
  const hostname = textOrNull(identity.hostname)
  const given = textOrNull(name)
  if (source === 'Import' || source === 'Manual') return given ?? hostname ?? dnsName
  // A default such as `localhost` is less specific than the DNS name.
  const byJunk = hostname !== null && isJunkName(hostname) ? [dnsName, hostname] : [hostname, dnsName]
  return byJunk.find((value) => value !== null) ?? given
}

const textOrNull = (text: string | undefined) => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
const isSerial = (text: string | undefined): text is string => text !== undefined && !isJunkSerial(text)
const isReal = (text: string | undefined): text is string =>
  text !== undefined && !isFiller(text) && !/^\s*[01]\s*$/.test(text)

/**
 * `current`: the observation is the newest of its depth, so its values count; missing values stay as they were. `fill`:
 * it only adds missing values, as one from outside does to an audited device.
 */
export function mergeFields(before: DeviceFields, seen: DeviceFields, standing: 'current' | 'fill'): DeviceFields {
  const [first, second] = standing === 'current' ? [seen, before] : [before, seen]
  return {
    name: isSameName(first.name, second.name) ? shorter(first.name, second.name) : first.name,
    dnsName: first.dnsName ?? second.dnsName,
    macAddress: first.macAddress ?? second.macAddress,
    ipAddress: first.ipAddress ?? second.ipAddress,
    serialNumber: first.serialNumber ?? second.serialNumber,
    type: first.type === 'unknown' ? second.type : first.type,
    manufacturer: first.manufacturer ?? second.manufacturer,
    model: first.model ?? second.model,
  }
}

/** Chooses one of two forms independently of their order. */
const shorter = (a: string, b: string): string =>
  a.length === b.length ? (a < b ? a : b) : a.length < b.length ? a : b

/** `pc1` and `PC1.example.com` are two origins' forms of one name, which would otherwise alternate. */
const isSameName = (a: string, b: string) => !isAddress(a) && !isAddress(b) && labelOf(a) === labelOf(b)
const isAddress = (text: string) => isIP(text) > 0
const labelOf = (name: string) => name.toLowerCase().split('.')[0]
