import ipaddr from 'ipaddr.js'
import { normaliseIp } from '../normalise.ts'
import { isVirtualRouterMac } from '../virtual-router-macs.ts'
import { isCounting, isCountingInColumns, isNearlyOneCharacter, isRepeatedGroup } from './patterns.ts'

/** MACs that drivers and firmware give to many devices and that follow no pattern. */
const junkMacs: ReadonlySet<string> = new Set([
  // VirtualBox host-only adapter
  '0a:00:27:00:00:00',
  // First virtual machine of QEMU
  '52:54:00:12:34:56',
  // PPP and RAS adapters
  '44:45:53:54:00:00',
  '44:45:53:54:00:01',
  '44:45:53:54:42:00',
  '44:45:53:54:61:6f',
  '50:50:54:50:30:30',
  '33:50:6f:45:30:30',
  '20:41:53:59:4e:ff',
  '24:b6:20:52:41:53',
  '00:0b:ca:fe:00:00',
  '02:00:4e:43:50:49',
  // Loopback adapters of Windows and Npcap
  '02:00:4c:4f:4f:50',
  // Adapters of VPN clients
  '00:05:9a:3c:78:00',
  '00:05:9a:3c:7a:00',
  '00:09:0f:aa:00:01',
  '00:09:0f:fe:00:01',
  '02:05:85:7f:eb:80',
  '02:50:41:00:00:01',
  '54:55:43:44:52:09',
  // Modems
  '00:a0:c6:00:00:00',
  '02:80:37:ec:02:00',
  '0c:5b:8f:27:9a:64',
  '58:2c:80:13:92:63',
  '00:1e:10:1f:00:00',
  // Security chip of Apple's computers, towards their processor
  'ac:de:48:00:11:22',
  // Empty memory of wireless chips
  '00:90:4c:11:22:33',
  '00:0c:43:28:80:00',
  '00:03:7f:11:20:00',
  // Cards that were sold by the thousand with one address
  '00:01:02:7d:9b:1c',
  '00:08:a1:46:06:35',
  '00:08:a1:66:e2:1a',
  '00:09:dd:10:37:68',
  '00:0f:ea:9a:e2:f0',
  '00:10:5a:72:71:f3',
  '00:11:11:85:08:8b',
])

const junkMacPrefixes: readonly string[] = [
  // The number of a card within no manufacturer's block
  '00:00:00:00:',
  // vmnet on a host
  '00:50:56:c0:',
  // Container bridges and their ends
  '02:42:',
  // Words in place of an address
  'de:ad:be:ef:',
]

/** Ranges from which hypervisors and container runtimes take the MACs of their guests. */
const hypervisorMacPrefixes: readonly string[] = [
  // VMware
  '00:05:69:',
  '00:0c:29:',
  '00:1c:14:',
  '00:50:56:',
  // Hyper-V
  '00:15:5d:',
  // Xen, and LXD
  '00:16:3e:',
  // VirtualBox
  '08:00:27:',
  // Parallels
  '00:1c:42:',
  // oVirt
  '00:1a:4a:',
  // Nutanix
  '50:6b:8d:',
  // Proxmox
  'bc:24:11:',
  // QEMU
  '52:54:00:',
]

/** `mac` in colon form, lower case. A group address (IEEE 802, lowest bit of the first octet) belongs to no device. */
export function isJunkMac(mac: string): boolean {
  const hex = mac.replaceAll(':', '')
  return (
    junkMacs.has(mac) ||
    (firstOctet(mac) & 1) === 1 ||
    junkMacPrefixes.some((prefix) => mac.startsWith(prefix)) ||
    isVirtualRouterMac(mac) ||
    isNearlyOneCharacter(hex, 1) ||
    isRepeatedGroup(hex) ||
    isCounting(hex) ||
    isCountingInColumns(hex)
  )
}

/**
 * Detects a MAC that software made up, such as random and virtual ones: it can change, and two devices can have the
 * same.
 */
export const isLocallyAdministered = (mac: string): boolean => (firstOctet(mac) & 2) === 2

/** Detects a MAC from the range of a hypervisor or a container runtime. */
export const isHypervisorMac = (mac: string): boolean => hypervisorMacPrefixes.some((prefix) => mac.startsWith(prefix))

/** Detects an address that a phone or a notebook may have made up for one network or one day. */
export const isRandomMac = (mac: string): boolean => isLocallyAdministered(mac) && !isHypervisorMac(mac)

const firstOctet = (mac: string) => Number.parseInt(mac.slice(0, 2), 16)

const junkRanges = new Set(['unspecified', 'loopback', 'linkLocal', 'multicast', 'broadcast'])

/** Detects an address that belongs to no device, or to every device. Text that is no address is junk too. */
export function isJunkIp(ip: string): boolean {
  const address = normaliseIp(ip)
  return address === undefined || junkRanges.has(ipaddr.parse(address).range())
}
