import { isIP } from 'node:net'
import { isJunkIp, isJunkMac } from '@rollcall/shared/inventory/junk/addresses.ts'
import { isFiller, isJunkName } from '@rollcall/shared/inventory/junk/fillers.ts'
import { isCountingInColumns } from '@rollcall/shared/inventory/junk/patterns.ts'
import { isJunkSerial } from '@rollcall/shared/inventory/junk/serials.ts'
import { isJunkUuid, withSwappedGroups } from '@rollcall/shared/inventory/junk/uuids.ts'

// Canonical form of each kind of value, for comparison whatever the reported notation; undefined for a value that
// identifies nothing.

/** Azure's id is the machine's UUID, which the machine itself may read in another byte order. */
export const cloudIdOf = (text: string | undefined): string | undefined =>
  text === undefined || isFiller(text) ? undefined : (canonicalUuid(text) ?? text.trim())

/**
 * Returns the smaller of the two forms in which a UUID is reported: SMBIOS before 2.6 and some tools give the first three
 * groups with their bytes in reverse.
 */
export function canonicalUuid(text: string): string | undefined {
  const hex = hexOf(text)
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined
  const forms = [hex, withSwappedGroups(hex)].map(uuidNotation)
  return isJunkUuid(hex) ? undefined : forms.sort()[0]
}

/** Returns the canonical notation of a UUID, in the reported order of its bytes. */
export const uuidNotation = (text: string): string =>
  hexOf(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const hexOf = (text: string) => text.toLowerCase().replace(/[\s{}-]/g, '')

const textKey = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

export const serialKeyOf = (manufacturerKey: string, serial: string): string => `${manufacturerKey}/${textKey(serial)}`

/** Key of a disk. Hypervisors number their virtual disks, so those numbers do not count. */
export function diskKeyOf(serial: string): string | undefined {
  const key = textKey(serial)
  return key.length < 5 || isJunkSerial(key) || /^(qm\d+|drive-.*)$/.test(key) ? undefined : key
}

export function machineIdOf(text: string | undefined): string | undefined {
  const value = text?.toLowerCase().replace(/[\s{}-]/g, '')
  return value === undefined || isJunkSerial(value) ? undefined : value
}

/**
 * snmpEngineID (RFC 3411): 5 to 32 octets. A shorter one is a default. So is one that counts, that has nothing or one
 * repeated octet after the enterprise number and the form, or that an agent built from an address that identifies nothing.
 */
export function engineIdOf(text: string | undefined): string | undefined {
  const hex = text?.toLowerCase().replace(/^0x|[^0-9a-f]/g, '') ?? ''
  const isDefault = /^(?:.{8})?(?:..)?(?:(..)\1+)?$/.test(hex) || isCountingInColumns(hex) || isOfJunkAddress(hex)
  return hex.length < 10 || isDefault ? undefined : hex
}

/** The fifth octet names the form of the rest: 1 an IPv4 address, 3 a MAC. */
function isOfJunkAddress(engineId: string): boolean {
  const [, form, address = ''] = /^.{8}(01|03)((?:..){4}|(?:..){6})$/.exec(engineId) ?? []
  const octets = address.match(/../g) ?? []
  if (form === '01' && octets.length === 4) return isJunkIp(octets.map((octet) => Number.parseInt(octet, 16)).join('.'))
  return form === '03' && octets.length === 6 && isJunkMac(octets.join(':'))
}

/**
 * Host name without its domain: one origin reports `pc1`, another `PC1.example.com`. Lists from a directory have the
 * account of a computer, `EXAMPLE\PC1` or `PC1$`.
 */
export const hostLabelOf = (hostname = ''): string =>
  hostname.trim().replace(/^.*\\/, '').replace(/\$$/, '').split('.')[0] ?? ''

export function nameKeyOf(hostname: string | undefined): string | undefined {
  const name = hostname?.trim().toLowerCase() ?? ''
  const isAddress = isIP(name) > 0
  const label = isAddress ? '' : hostLabelOf(name)
  return isJunkName(name) || isJunkName(label) ? undefined : label
}
