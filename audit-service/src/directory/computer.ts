import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { parseTarget } from '@rollcall/shared/targets/expression.ts'
import type { Entry } from 'ldapts'

/** A computer account, with the attributes that describe the machine. */
export type Computer = {
  name: string
  /** Lower case; absent if it is no DNS name, as for a machine that never joined. */
  dnsName?: string
  os?: { name: string; version?: string; build?: string }
  /** objectGUID as text. */
  id?: string
  createdAt?: string
  lastLogonAt?: string
}

/** Requested attributes by LDAP display name (MS-ADA1 to 3). */
export const computerAttributes = [
  'cn',
  'dNSHostName',
  'operatingSystem',
  'operatingSystemVersion',
  'whenCreated',
  'lastLogonTimestamp',
  'objectGUID',
] as const

const textLengthMax = 256

/** Parses an entry; undefined without a name, which a server that follows its schema never sends. */
export function parseComputer(entry: Entry): Computer | undefined {
  const name = textOf(entry, 'cn')
  if (name === undefined) return undefined
  return {
    name,
    ...optional({
      dnsName: dnsNameOf(textOf(entry, 'dNSHostName')),
      os: osOf(textOf(entry, 'operatingSystem'), textOf(entry, 'operatingSystemVersion')),
      id: guidOf(entry['objectGUID']),
      createdAt: generalizedTime(textOf(entry, 'whenCreated')),
      lastLogonAt: fileTime(textOf(entry, 'lastLogonTimestamp')),
    }),
  }
}

function textOf(entry: Entry, attribute: (typeof computerAttributes)[number]): string | undefined {
  const values = entry[attribute]
  const value = Array.isArray(values) ? values[0] : values
  const text = typeof value === 'string' ? cleanText(value, textLengthMax) : ''
  return text === '' ? undefined : text
}

/**
 * Returns a DNS name but no address: a person who can write an account's dNSHostName must not control the scanned
 * addresses.
 */
function dnsNameOf(text: string | undefined): string | undefined {
  const target = text === undefined ? undefined : parseTarget(text)
  return target && 'kind' in target && target.kind === 'name' ? target.name : undefined
}

/** Parses the version of Windows, which is written as `10.0 (19045)`. */
function osOf(name: string | undefined, version: string | undefined): Computer['os'] {
  if (name === undefined) return undefined
  const [, number, build] = /^(\S+) \((\d+)\)$/.exec(version ?? '') ?? [undefined, version]
  return { name, ...optional({ version: number, build }) }
}

/** Parses a GUID (MS-DTYP, section 2.3.4.2): the first three fields are little-endian. */
function guidOf(value: Entry[string] | undefined): string | undefined {
  const bytes = Array.isArray(value) ? value[0] : value
  if (!Buffer.isBuffer(bytes) || bytes.length !== 16) return undefined
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex')
  const swapped = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).reverse().toString('hex')
  return [swapped(0, 4), swapped(4, 6), swapped(6, 8), hex(8, 10), hex(10, 16)].join('-')
}

/** Parses GeneralizedTime (RFC 4517, section 3.3.13) in the form of Active Directory. */
function generalizedTime(text: string | undefined): string | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.0Z$/.exec(text ?? '') ?? []
  const [year, month, day, hour, minute, second] = parts
  return parts.length === 0 ? undefined : isoTime(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`))
}

const fileTimeEpochMs = Date.UTC(1601, 0, 1)

/** Parses FILETIME (MS-DTYP, section 2.3.3): units of 100 ns since 1601; 0 is never. */
function fileTime(text: string | undefined): string | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text ?? '')) return undefined
  return isoTime(Number(BigInt(text ?? '') / 10_000n) + fileTimeEpochMs)
}

const isoTime = (ms: number): string | undefined =>
  ms < Date.UTC(10_000, 0, 1) ? new Date(ms).toISOString() : undefined
