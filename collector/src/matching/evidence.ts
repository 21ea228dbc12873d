import { isIP } from 'node:net'
import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import { isJunkIp, isJunkMac, isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import { isJunkSerial, repeatsDescription } from '@rollcall/shared/inventory/junk/serials.ts'
import { type Evidence, type EvidenceKind, evidenceKinds } from '@rollcall/shared/inventory/match.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { isContainer } from '@rollcall/shared/inventory/virtualization.ts'
import { addressScope } from '@rollcall/shared/node/outbound/address-scope.ts'
import {
  canonicalUuid,
  cloudIdOf,
  diskKeyOf,
  engineIdOf,
  hostLabelOf,
  machineIdOf,
  nameKeyOf,
  serialKeyOf,
  uuidNotation,
} from './canonical-values.ts'
import { descriptionsOf } from './device-fields.ts'
import { manufacturerKey } from './manufacturers.ts'
import { bareEvidence, bareSerialOf, withBareSerials } from './serial-numbers.ts'
import { isVirtual } from './virtual-machines.ts'

type Strength = Evidence['strength']

/** An observation as received, or as stored in a snapshot. */
type Observed = Pick<Observation, 'identity' | 'source'> &
  Partial<Pick<Observation, 'dnsName'>> & {
    hardware?: { [Part in 'system' | 'board' | 'disks']?: Hardware[Part] | undefined } | undefined
    network?: { [Part in 'ipAddress' | 'macAddress' | 'interfaces']?: Network[Part] | undefined } | undefined
  }

/** Values of one kind taken from one observation: enough to identify a router, and a limit for every query. */
const valuesPerKindMax = 256

/**
 * Extracts the identity evidence of an observation: without junk, each value in one canonical form, without repetitions
 * and in one order.
 */
export function evidenceOf(observed: Observed): Evidence[] {
  const { identity } = observed
  const dnsName = observed.dnsName?.trim().replace(/\.$/, '')
  const evidence = [
    ...hardwareEvidence(observed),
    ...one('cloud', cloudIdOf(identity.cloudInstanceId), identity.cloudInstanceId),
    ...one('agent', identity.agentId),
    ...machineEvidence(observed),
    ...one('engine', engineIdOf(identity.snmpEngineId), identity.snmpEngineId),
    ...many('sshKey', identity.sshHostKeys),
    ...macEvidence(observed),
    ...one('name', nameKeyOf(identity.hostname), hostLabelOf(identity.hostname)),
    ...many('domain', domainsOf(identity)),
    ...one('dns', dnsName?.toLowerCase(), dnsName),
  ]
  return [...withBareSerials(ordered([...evidence, ...ipEvidence(observed, evidence)]))]
}

const strengths: Record<EvidenceKind, Strength> = {
  cloud: 'strong',
  serial: 'strong',
  bareSerial: 'medium',
  uuid: 'strong',
  agent: 'strong',
  machine: 'medium',
  engine: 'medium',
  sshKey: 'medium',
  disk: 'medium',
  mac: 'medium',
  name: 'weak',
  domain: 'weak',
  ip: 'weak',
  claimedIp: 'weak',
  dns: 'weak',
}

/** Strength of a value as evidence. A serial number is `movable` if it is a virtual machine's or one of several. */
export function strengthOf({ kind, value }: { kind: EvidenceKind; value: string }, movable = false): Strength {
  if (kind === 'mac' && isLocallyAdministered(value)) return 'weak'
  if (kind === 'bareSerial') return bareEvidence(value).strength
  return kind === 'serial' && movable ? 'medium' : strengths[kind]
}

/** Evidence with its key, and with the reported text where that differs. */
function one(kind: EvidenceKind, value: string | undefined, text = value): Evidence[] {
  if (value === undefined || value === '') return []
  const reported = text?.trim()
  return [
    {
      kind,
      value,
      strength: strengthOf({ kind, value }),
      ...(reported === value && kind !== 'disk' ? {} : { reported }),
    },
  ]
}

const many = (kind: EvidenceKind, values: readonly string[]): Evidence[] =>
  values.flatMap((value) => one(kind, value.trim()))

/** Identifiers that the hardware itself carries. A container shows its host's. */
function hardwareEvidence({ identity, hardware }: Observed): Evidence[] {
  const system = hardware?.system
  if (isContainer(system?.virtualization)) return []
  const virtual = isVirtual({
    manufacturer: identity.manufacturer ?? system?.manufacturer,
    model: system?.model,
    virtualization: system?.virtualization,
  })
  const uuid = identity.biosUuid ?? system?.uuid ?? ''
  const manufacturer = identity.manufacturer ?? system?.manufacturer ?? ''
  return [
    ...one('uuid', canonicalUuid(uuid), uuidNotation(uuid)),
    ...(manufacturerKey(manufacturer) === undefined
      ? bareSerialEvidence({ identity, hardware })
      : serialEvidence({ identity, hardware }, manufacturer, virtual)),
    ...(virtual ? [] : diskEvidence(hardware)),
  ]
}

/** Selects the serial numbers that neither are placeholders nor repeat a description of the device. */
function realSerials(observed: Pick<Observed, 'identity' | 'hardware'>, serials: readonly string[]): string[] {
  const descriptions = descriptionsOf(observed)
  return serials.filter((serial) => !isJunkSerial(serial) && !repeatsDescription(serial, descriptions))
}

/**
 * Serial numbers of a device. A stack has one for each member, and a member may move between stacks, so only the number
 * of the whole stack is as good as a single device's.
 */
function serialEvidence(
  observed: Pick<Observed, 'identity' | 'hardware'>,
  manufacturer: string,
  virtual: boolean,
): Evidence[] {
  const { serialNumber = '', chassisSerials } = observed.identity
  const key = manufacturerKey(manufacturer) ?? ''
  const found = (serials: readonly string[]) =>
    realSerials(observed, serials).map((serial) => ({ value: serialKeyOf(key, serial), reported: serial.trim() }))
  const real = [...new Map(found([...chassisSerials, serialNumber]).map((each) => [each.value, each])).values()]
  const [whole] = found([serialNumber])
  return real.map((each) => {
    const movable = virtual || (real.length > 1 && each.value !== whole?.value)
    const form = { ...each, manufacturer: manufacturer.trim() }
    return { kind: 'serial', strength: strengthOf({ kind: 'serial', value: each.value }, movable), ...form }
  })
}

const bareSerialEvidence = (observed: Pick<Observed, 'identity' | 'hardware'>): Evidence[] =>
  realSerials(observed, [observed.identity.serialNumber ?? '']).map((serial) =>
    bareEvidence(bareSerialOf(serial), { reported: serial.trim() }),
  )

const diskEvidence = (hardware: Observed['hardware']) =>
  (hardware?.disks ?? [])
    .filter(({ kind }) => kind !== 'optical' && kind !== 'virtual')
    .filter(({ serialNumber = '', model, manufacturer }) => !repeatsDescription(serialNumber, [model, manufacturer]))
    .flatMap(({ serialNumber = '' }) => one('disk', diskKeyOf(serialNumber), serialNumber))

function machineEvidence({ identity, hardware }: Observed): Evidence[] {
  const uuid = (identity.biosUuid ?? hardware?.system?.uuid ?? '').trim()
  const besideJunk = uuid !== '' && canonicalUuid(uuid) === undefined
  return one('machine', machineIdOf(identity.machineId), identity.machineId).map((each) =>
    besideJunk ? { ...each, besideJunkUuid: true } : each,
  )
}

/** Domains that are common to many networks and so distinguish nothing. */
const commonDomains: ReadonlySet<string> = new Set([
  'local',
  'localdomain',
  'lan',
  'home',
  'internal',
  'workgroup',
  'mshome',
])

/** The domain of the host name, `name.example.com` or `EXAMPLE\name`, and the one that the host reports as joined. */
function domainsOf({ hostname = '', domain = '' }: Observation['identity']): string[] {
  const name = hostname.trim().toLowerCase()
  const [account = '', ...before] = name.split('\\').reverse()
  const ofName = isIP(name) > 0 ? [] : [account.split('.').slice(1).join('.'), before[0] ?? '']
  return [...ofName, domain.trim().toLowerCase()]
    .map((each) => each.replace(/^\.+|\.+$/g, ''))
    .filter((each) => !commonDomains.has(each))
}

/** MACs of hardware if there are any: bridges, tunnels and container ends come and go. */
function macEvidence({ identity, network }: Observed): Evidence[] {
  const virtual = new Set(
    (network?.interfaces ?? []).flatMap((found) => (found.virtual && found.macAddress ? [found.macAddress] : [])),
  )
  const solid = new Set(
    (network?.interfaces ?? []).flatMap((found) => (found.virtual || !found.macAddress ? [] : [found.macAddress])),
  )
  const usable = [...identity.macAddresses, ...(network?.macAddress ? [network.macAddress] : [])].filter(
    (mac) => !isJunkMac(mac),
  )
  const own = usable.filter((mac) => solid.has(mac) || !virtual.has(mac))
  return many('mac', own.length > 0 ? own : usable)
}

function ipEvidence({ identity, network, source }: Observed, other: readonly Evidence[]): Evidence[] {
  const hidden = new Set(
    (network?.interfaces ?? [])
      .filter((found) => found.virtual || (found.macAddress !== undefined && isJunkMac(found.macAddress)))
      .flatMap((found) => found.addresses.map(({ address }) => address)),
  )
  const isReached = source === 'Service' && !identity.listed
  const reached = isReached ? (network?.ipAddress ?? onlyOf(identity.ipAddresses)) : undefined
  const own = network?.ipAddress
  const claimed = [...identity.ipAddresses, ...(own === undefined ? [] : [own])].filter(
    (ip) =>
      ip !== reached &&
      !isJunkIp(ip) &&
      (ip === own || !hidden.has(ip)) &&
      !(identity.listed && addressScope(ip) !== 'public'),
  )
  // An address such as 127.0.0.2 is better than nothing: without it each scan would create a new device.
  const isAllThereIs = claimed.length === 0 && other.every(({ strength }) => strength === 'weak')
  const usable = reached !== undefined && (!isJunkIp(reached) || (isAllThereIs && !isUnspecified(reached)))
  return [...(usable ? one('ip', reached) : []), ...many('claimedIp', claimed)]
}

const onlyOf = (values: readonly string[]) => (values.length === 1 ? values[0] : undefined)
const isUnspecified = (ip: string) => ip === '0.0.0.0' || ip === '::'

const strengthRank: Record<Strength, number> = { strong: 0, medium: 1, weak: 2 }

/** Sorts by kind, the strongest first, and keeps only the first values of each kind. */
function ordered(evidence: readonly Evidence[]): Evidence[] {
  return evidenceKinds.flatMap((kind) => {
    const unique = new Map(evidence.filter((item) => item.kind === kind).map((item) => [item.value, item]))
    return [...unique.values()]
      .sort((a, b) => strengthRank[a.strength] - strengthRank[b.strength] || (a.value < b.value ? -1 : 1))
      .slice(0, valuesPerKindMax)
  })
}
