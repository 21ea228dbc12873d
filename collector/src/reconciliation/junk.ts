import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { junkMacPrefixes, junkMacs, junkNames, junkSerials, junkUuids } from './junk-values.ts'

/** `uuid` in lower case with hyphens. */
export function isJunkUuid(uuid: string): boolean {
  const hex = uuid.replaceAll('-', '')
  return junkUuids.has(uuid) || /^(..)\1*$/.test(hex) || /^(.)\1*$/.test(hex)
}

/** A serial number, or an asset tag, that identifies nothing. */
export function isJunkSerial(serial: string): boolean {
  const value = serial.trim().toLowerCase()
  return (
    junkSerials.has(value) ||
    isRepeatedCharacter(value) ||
    isCountingRun(value) ||
    isVersion(value) ||
    value.endsWith('tag#') ||
    value.endsWith('sku#') ||
    !/[\p{L}\p{N}]/u.test(value)
  )
}

/** Text that stands where a maker or a model belongs. */
export const isPlaceholder = (text: string): boolean => junkSerials.has(text.trim().toLowerCase())

const isRepeatedCharacter = (value: string) => /^(.)\1*$/.test(value)

/** 12345 to 1234567890. */
const isCountingRun = (value: string) => value.length >= 5 && '1234567890'.startsWith(value)

/** `1.0` or `1.2.3` as the whole value. */
const isVersion = (value: string) => /^\d+(\.\d+)+$/.test(value)

/** `mac` in colon form, lower case. A group address (IEEE 802, lowest bit of the first octet) is nobody's own, one repeated octet is filling. */
export function isJunkMac(mac: string): boolean {
  return (
    junkMacs.has(mac) ||
    /^(..)(:\1){5}$/.test(mac) ||
    (firstOctet(mac) & 1) === 1 ||
    junkMacPrefixes.some((prefix) => mac.startsWith(prefix))
  )
}

/** Made up by software, as random and virtual ones are: it can change, and two devices can have the same. */
export const isLocallyAdministered = (mac: string): boolean => (firstOctet(mac) & 2) === 2

const firstOctet = (mac: string) => Number.parseInt(mac.slice(0, 2), 16)

export const isJunkName = (name: string): boolean => name.trim() === '' || junkNames.has(name.trim().toLowerCase())

const junkRanges = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'])

/** An address that is no device's own, or every device's. Text that is no address is junk too. */
export function isJunkIp(ip: string): boolean {
  return isIP(ip) === 0 || junkRanges.has(ipaddr.process(ip).range())
}
