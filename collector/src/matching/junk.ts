import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { hypervisorMacPrefixes, junkMacPrefixes, junkMacs, junkNames, junkUuids } from './built-in-junk.ts'

/** `uuid` in lower case with hyphens. */
export function isJunkUuid(uuid: string): boolean {
  const hex = uuid.replaceAll('-', '')
  return junkUuids.has(uuid) || /^(..)\1*$/.test(hex) || /^(.)\1*$/.test(hex)
}

/**
 * `mac` in colon form, lower case. A group address (IEEE 802, lowest bit of the first octet) belongs to no device; one
 * repeated octet is filling.
 */
export function isJunkMac(mac: string): boolean {
  return (
    junkMacs.has(mac) ||
    /^(..)(:\1){5}$/.test(mac) ||
    (firstOctet(mac) & 1) === 1 ||
    junkMacPrefixes.some((prefix) => mac.startsWith(prefix))
  )
}

/**
 * Detects a MAC that software made up, such as random and virtual ones: it can change, and two devices can have the
 * same.
 */
export const isLocallyAdministered = (mac: string): boolean => (firstOctet(mac) & 2) === 2

/** Detects a MAC from the range of a hypervisor or a container runtime. */
export const isHypervisorMac = (mac: string): boolean => hypervisorMacPrefixes.some((prefix) => mac.startsWith(prefix))

const firstOctet = (mac: string) => Number.parseInt(mac.slice(0, 2), 16)

export const isJunkName = (name: string): boolean => name.trim() === '' || junkNames.has(name.trim().toLowerCase())

const junkRanges = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'])

/** Detects an address that belongs to no device, or to every device. Text that is no address is junk too. */
export function isJunkIp(ip: string): boolean {
  return isIP(ip) === 0 || junkRanges.has(ipaddr.process(ip).range())
}
