/**
 * Values that manufacturers, firmware and drivers put where an identifier belongs. Compared in lower case and trimmed.
 * Rules that are not plain values are in `junk.ts`.
 */
export const junkUuids: ReadonlySet<string> = new Set([
  '03000200-0400-0500-0006-000700080009',
  '03020100-0504-0706-0809-0a0b0c0d0e0f',
  '02000100-0300-0400-0005-000600070008',
  '00010203-0405-0607-0809-0a0b0c0d0e0f',
  '6ab5b300-538d-1014-9fb5-b0684d007b53',
  '10000000-0000-8000-0040-000000000000',
  'deadbeef-dead-beef-dead-beefdeadbeef',
])

export const junkMacs: ReadonlySet<string> = new Set([
  '00:00:00:00:00:00',
  'ff:ff:ff:ff:ff:ff',
  '00:00:00:00:00:01',
  'fe:ff:ff:ff:ff:ff',
  // VirtualBox host-only adapter
  '0a:00:27:00:00:00',
  // PPP and RAS adapters
  '44:45:53:54:00:00',
  '44:45:53:54:00:01',
  '44:45:53:54:61:6f',
  '50:50:54:50:30:30',
  '33:50:6f:45:30:30',
  '20:41:53:59:4e:ff',
  '24:b6:20:52:41:53',
  '00:0b:ca:fe:00:00',
  '02:00:4e:43:50:49',
  // Modems
  '00:a0:c6:00:00:00',
  '02:80:37:ec:02:00',
  '10:11:11:11:11:11',
  // Cards that were sold by the thousand with one address
  '00:01:02:7d:9b:1c',
  '00:08:a1:46:06:35',
  '00:08:a1:66:e2:1a',
  '00:09:dd:10:37:68',
  '00:0f:ea:9a:e2:f0',
  '00:10:5a:72:71:f3',
  '00:11:11:85:08:8b',
])

export const junkMacPrefixes: readonly string[] = [
  // vmnet on a host
  '00:50:56:c0:',
  // Container bridges and their ends
  '02:42:',
  // VRRP for IPv4 and IPv6 (RFC 9568)
  '00:00:5e:00:01:',
  '00:00:5e:00:02:',
  // HSRP versions 1 and 2
  '00:00:0c:07:ac:',
  '00:00:0c:9f:f',
]

/** Ranges from which hypervisors and container runtimes take the MACs of their guests. */
export const hypervisorMacPrefixes: readonly string[] = [
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
]

export const junkNames: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'ubuntu',
  'debian',
  'raspberrypi',
  'unknown',
  '(none)',
  'default',
  'switch',
  'router',
])
