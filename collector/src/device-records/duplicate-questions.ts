import { isRandomMac } from '@rollcall/shared/inventory/junk/addresses.ts'
import { type EvidenceKind, evidenceKinds, type MatchReason } from '@rollcall/shared/inventory/match.ts'
import { type Comparison, compare } from '../matching/candidates.ts'
import { reconcile } from '../matching/choose-device.ts'
import { strengthOf } from '../matching/evidence.ts'
import { isOnlyEntered, isOnlyListed } from '../matching/lookup-keys.ts'
import { areMistyped, haveLongSerial } from '../matching/serial-numbers.ts'
import { shown } from '../matching/shown-value.ts'
import { isVirtual } from '../matching/virtual-machines.ts'
import type { DeviceRecord } from './load-devices.ts'

/** Reason why two records may be one device. */
type Suspicion = {
  confidence: number
  evidence: MatchReason['matched']
  against: MatchReason['against']
  review: string | null
}

const addressKinds = new Set<EvidenceKind>(['ip', 'claimedIp'])
const passingKinds = new Set<EvidenceKind>([...addressKinds, 'dns'])

/**
 * Matches the second record as if it were an observation. undefined if nothing suggests that they are one device. A
 * record with the same hardware but other network cards and another name may be a clone, or the same device after all;
 * one with the same system, or the same name and address, on other hardware may be its successor.
 */
export function suspicionOf(first: DeviceRecord, second: DeviceRecord): Suspicion | undefined {
  const candidate = { deviceId: first.row.id, identifiers: first.identifiers }
  const virtual = [first, second].some(({ row }) =>
    isVirtual({ manufacturer: row.manufacturer ?? '', model: row.model ?? '' }),
  )
  const evidence = second.identifiers.map((row) => ({ ...row, strength: strengthOf(row, virtual) }))
  const found = compare(evidence, candidate)
  const { decision, reason } = reconcile(evidence, [candidate])
  const { confidence } = reason
  const review = reason.review ?? successionOf(found, first, second)
  if (decision === 'new' && review === null) return undefined
  return {
    confidence: decision === 'matched' ? confidence : Math.round((1 - confidence) * 100) / 100,
    evidence: found.matched.map(shown),
    against: evidenceKinds
      .filter((kind) => isLastingKind(kind) && found.relation(kind) === 'differ')
      .map((kind) => ({ kind, detail: 'no value in common' })),
    review,
  }
}

/** The question about two records of which one may have followed the other; null if nothing suggests it. */
function successionOf(found: Comparison, first: DeviceRecord, second: DeviceRecord): string | null {
  const { relation, address } = found
  const hasName = relation('name') === 'same'
  const hasSystem = relation('agent') === 'same' || relation('machine') === 'same'
  const hasKeys = relation('engine') === 'same' || relation('sshKey') === 'same'
  if (hasSystem || (hasName && hasKeys))
    return 'The same system on other hardware: was it moved, restored from a backup, or copied?'
  if (isDualStack(found, first, second)) return 'They have the same DNS name, one at IPv4 and one at IPv6 addresses.'
  const bare = [first, second].filter(({ identifiers }) => isOnlyListed(identifiers))
  const isListed = bare.some(({ identifiers }) => isOnlyEntered(identifiers))
  if (!hasName) {
    return isListed && relation('serial') === 'differ' && haveLongSerial(first.identifiers, second.identifiers)
      ? 'They have the same serial number, of manufacturers with other names, and one is only in a list.'
      : null
  }
  if (isSuccession(first, second) && [first, second].every(hasOnlyRandomMacs))
    return 'They have the same name, each has a random MAC address, and one followed the other.'
  const hasAddress = address !== 'none' || relation('dns') === 'same' || isSameAddress(first, second)
  if (hasAddress) return 'They have the same name and address, but other hardware: was the machine replaced?'
  const isOtherHardware = (['serial', 'uuid', 'agent', 'disk'] as const).some((kind) => relation(kind) === 'differ')
  if (relation('domain') === 'same' && !isOtherHardware) return 'They have the same name in the same domain.'
  if (bare.length === 0) return null
  if (relation('serial') !== 'differ') {
    return isListed
      ? 'They have the same name, and one is only in a list.'
      : 'They have the same name, and one shows nothing else that lasts.'
  }
  return areMistyped(first.identifiers, second.identifiers)
    ? 'They have the same name, and serial numbers that are easily mistaken for each other.'
    : null
}

/** Detects one host that was seen at IPv4 and at IPv6 addresses, if nothing else shows that they are two. */
function isDualStack({ relation }: Comparison, ...devices: readonly DeviceRecord[]): boolean {
  if (relation('dns') !== 'same' || evidenceKinds.some((kind) => isLastingKind(kind) && relation(kind) === 'differ'))
    return false
  const addresses = devices.map(({ identifiers }) => identifiers.filter(({ kind }) => addressKinds.has(kind)))
  const isOf = (family: 'IPv4' | 'IPv6') => (row: { value: string }) => row.value.includes(':') === (family === 'IPv6')
  return (['IPv4', 'IPv6'] as const).every((family) =>
    addresses.some((rows) => rows.length > 0 && rows.every(isOf(family))),
  )
}

const isLastingKind = (kind: EvidenceKind): boolean => !passingKinds.has(kind)

/** Reports whether one was not seen any more when the other appeared. */
const isSuccession = ({ row: a }: DeviceRecord, { row: b }: DeviceRecord): boolean =>
  a.lastSeen < b.firstSeen || b.lastSeen < a.firstSeen

/** Detects a phone or a notebook that shows its name and, in each network or each day, another card. */
function hasOnlyRandomMacs({ identifiers }: DeviceRecord): boolean {
  const lasting = identifiers.filter(({ kind }) => isLastingKind(kind) && kind !== 'name' && kind !== 'domain')
  return lasting.length > 0 && lasting.every(({ kind, value }) => kind === 'mac' && isRandomMac(value))
}

const isSameAddress = (first: DeviceRecord, second: DeviceRecord): boolean =>
  first.row.ipAddress !== null && first.row.ipAddress === second.row.ipAddress
