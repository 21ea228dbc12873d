import { expect, test } from 'vitest'
import { fieldLabel } from './field-label.ts'

test.each([
  ['system.serialNumber', 'Serial number'],
  ['system.uuid', 'UUID'],
  ['os.version', 'Operating system: version'],
  ['os.pendingUpdates.needsRestart', 'Restart needed'],
  ['os.pendingUpdates.securityUpdates', 'Pending security updates'],
  ['board.model', 'Board: model'],
  ['memory.totalBytes', 'Memory: total'],
  ['memory.modules[DIMM A].sizeBytes', 'Memory module DIMM A: size'],
  ['disks[nvme0n1].health.status', 'Disk nvme0n1: health'],
  ['disks[S1]', 'Disk S1'],
  ['volumes[/srv/[a].b].encryption.state', 'Volume /srv/[a].b: encryption'],
  ['volumes[C:].encryption.method', 'Volume C:: encryption method'],
  ['batteries[BAT0].designMilliwattHours', 'Battery BAT0: design'],
  ['accounts[ada].isAdministrator', 'Account ada: administrator'],
  ['systemServices[sshd].start', 'Service sshd: start'],
  ['security.secureBoot', 'Secure boot'],
  ['security.tpm.version', 'TPM: version'],
  ['security.timeSync.servers', 'Time synchronization: servers'],
  ['security.firewalls[Windows public].state', 'Firewall Windows public: state'],
  ['kubernetesNode.version', 'Kubernetes node: version'],
  ['unforeseenPart.someValue', 'Unforeseen part: some value'],
])('hardware field %s reads %s', (path, label) => expect(fieldLabel('Hardware', path)).toBe(label))

test.each([
  ['hostname', 'Host name'],
  ['dnsServers', 'DNS servers'],
  ['interfaces[eth0].macAddress', 'Interface eth0: MAC address'],
  ['listeners[tcp/22].addresses', 'Listening program tcp/22: addresses'],
  ['services[tcp/443].certificateValidTo', 'Open port tcp/443: certificate valid until'],
  ['interfaces[a\nb].mtu', 'Interface a\nb: MTU'],
])('network field %s reads %s', (path, label) => expect(fieldLabel('Network', path)).toBe(label))

test('keeps names of software, custom fields and records', () => {
  expect(['Software', 'Custom fields', 'Segment'].map((section) => fieldLabel(section, 'os.version'))).toEqual([
    'os.version',
    'os.version',
    'os.version',
  ])
})
