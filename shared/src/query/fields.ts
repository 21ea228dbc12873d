import { deviceTypes, snapshotSources, softwareGroups } from '../inventory/choices.ts'
import type { Operator } from './query.ts'

/**
 * Kinds of values. A `version` is ordered as by `inventory/version-order.ts`, a `size` is in bytes, and a `custom` field
 * has text, a number or a boolean.
 */
export type FieldKind =
  | 'text'
  | 'choice'
  | 'number'
  | 'percent'
  | 'size'
  | 'time'
  | 'version'
  | 'boolean'
  | 'address'
  | 'custom'

/** A field that queries and columns can name. */
export type Field = {
  name: string
  /** Label of a column and of a chip. */
  label: string
  kind: FieldKind
  /** Values of a `choice`. */
  choices?: readonly string[]
}

/** A kind of item that a device has many of, with its fields. */
export type Item = { name: string; label: string; fields: readonly Field[] }

const ordered: readonly Operator[] = ['=', '!=', '<', '<=', '>', '>=']

/** Operators that each kind of value has. */
export const operatorsOf: Record<FieldKind, readonly Operator[]> = {
  text: ['=', '!=', '~'],
  choice: ['=', '!='],
  number: ordered,
  percent: ordered,
  size: ordered,
  // A time is an instant, which no other time equals.
  time: ['<', '<=', '>', '>='],
  version: ordered,
  boolean: ['=', '!='],
  address: ['=', '!=', '~', 'in'],
  custom: [...ordered, '~'],
}

const field = (name: string, label: string, kind: FieldKind = 'text'): Field => ({ name, label, kind })

const choice = (name: string, label: string, choices: readonly string[]): Field => ({
  name,
  label,
  kind: 'choice',
  choices,
})

const item = (name: string, label: string, fields: readonly Field[]): Item => ({ name, label, fields })

/**
 * Fields of a device, in the order in which they are offered. One with several values, such as `tag`, meets a condition if one of them
 * does.
 */
export const deviceFields: readonly Field[] = [
  field('name', 'Name'),
  field('dnsName', 'DNS name'),
  choice('type', 'Type', deviceTypes),
  field('manufacturer', 'Manufacturer'),
  field('model', 'Model'),
  field('serialNumber', 'Serial number'),
  field('assetTag', 'Asset tag'),
  field('macAddress', 'MAC address'),
  field('address', 'IP address', 'address'),
  field('tag', 'Tag'),
  field('segment', 'Segment'),
  field('firstSeen', 'First seen', 'time'),
  field('lastSeen', 'Last seen', 'time'),
  field('changed', 'Changed', 'time'),
  field('auditDate', 'Last audit', 'time'),
  choice('source', 'Source', snapshotSources),
  field('stale', 'Stale', 'boolean'),
  field('unreadable', 'Audit failed', 'boolean'),
  choice('compliance', 'Compliance', ['compliant', 'forbidden', 'missing', 'unknown']),
  field('forbidden', 'Forbidden software'),
  field('missing', 'Missing software'),
  field('finding', 'Finding'),
  field('user', 'Signed-in user'),
  field('location', 'Location'),
  field('contact', 'Contact'),
  field('chassis', 'Chassis'),
  field('os.name', 'Operating system'),
  field('os.version', 'OS version', 'version'),
  field('os.edition', 'OS edition'),
  field('os.build', 'OS build', 'version'),
  field('os.kernel', 'Kernel', 'version'),
  field('os.architecture', 'Architecture'),
  field('os.installed', 'OS installed', 'time'),
  field('os.started', 'Last start', 'time'),
  field('pendingUpdates', 'Pending updates', 'number'),
  field('securityUpdates', 'Pending security updates', 'number'),
  field('needsRestart', 'Needs a restart', 'boolean'),
  field('cpu.model', 'Processor'),
  field('cpu.count', 'Processors', 'number'),
  field('cpu.cores', 'Cores', 'number'),
  field('memory', 'Memory', 'size'),
  field('firmware.version', 'Firmware version', 'version'),
  field('virtual', 'Virtual machine', 'boolean'),
  field('hypervisor', 'Hypervisor'),
  field('host', 'Virtualization host'),
  choice('secureBoot', 'Secure Boot', ['on', 'off', 'unsupported']),
  field('tpm', 'TPM', 'boolean'),
  field('tpm.version', 'TPM version', 'version'),
  field('encrypted', 'Volumes encrypted', 'boolean'),
  choice('firewall', 'Firewall', ['on', 'off']),
  choice('antivirus', 'Antivirus', ['on', 'off']),
  field('antivirus.upToDate', 'Antivirus up to date', 'boolean'),
  choice('timeSync', 'Time synchronization', ['on', 'off']),
  field('kubernetes.version', 'Kubernetes version', 'version'),
  choice('printer.status', 'Printer status', ['other', 'unknown', 'idle', 'printing', 'warmup']),
  field('printer.pages', 'Printed pages', 'number'),
  choice('ups.source', 'UPS source', ['other', 'none', 'normal', 'bypass', 'battery', 'booster', 'reducer']),
  choice('ups.battery', 'UPS battery', ['unknown', 'normal', 'low', 'depleted']),
  field('ups.charge', 'UPS charge', 'percent'),
  field('ups.minutes', 'UPS minutes remaining', 'number'),
]

/** Items of a device, in the order in which they are offered. */
export const deviceItems: readonly Item[] = [
  item('software', 'Software', [
    field('name', 'Name'),
    field('version', 'Version', 'version'),
    field('publisher', 'Publisher'),
    choice('group', 'Classification', softwareGroups),
  ]),
  item('volume', 'Volume', [
    field('mount', 'Mount point'),
    field('fileSystem', 'File system'),
    field('size', 'Size', 'size'),
    field('free', 'Free', 'percent'),
    field('freeBytes', 'Free space', 'size'),
    choice('encryption', 'Encryption', ['on', 'off', 'in-progress', 'suspended', 'locked']),
  ]),
  item('disk', 'Disk', [
    field('name', 'Name'),
    field('manufacturer', 'Manufacturer'),
    field('model', 'Model'),
    field('serialNumber', 'Serial number'),
    field('firmware', 'Firmware', 'version'),
    choice('kind', 'Kind', ['hdd', 'ssd', 'optical', 'virtual', 'unknown']),
    field('size', 'Size', 'size'),
    choice('health', 'Health', ['ok', 'warning', 'failing']),
    field('wear', 'Wear', 'percent'),
  ]),
  item('supply', 'Printer supply', [
    field('name', 'Name'),
    field('type', 'Type'),
    field('color', 'Color'),
    field('level', 'Level', 'percent'),
  ]),
  item('port', 'Network port', [
    field('name', 'Name'),
    field('description', 'Description'),
    field('type', 'Type'),
    field('enabled', 'Enabled', 'boolean'),
    field('up', 'Up', 'boolean'),
    field('speed', 'Speed in bit/s', 'number'),
    choice('duplex', 'Duplex', ['half', 'full']),
    field('vlan', 'VLAN', 'number'),
    field('mac', 'MAC address'),
  ]),
  item('neighbor', 'Neighbor', [
    field('port', 'Port'),
    field('name', 'Name'),
    field('address', 'IP address', 'address'),
    field('remotePort', 'Remote port'),
  ]),
  item('vlan', 'VLAN', [field('id', 'Number', 'number'), field('name', 'Name')]),
  item('service', 'Open port', [
    field('port', 'Port', 'number'),
    choice('protocol', 'Protocol', ['tcp', 'udp']),
    field('name', 'Service'),
    field('product', 'Product'),
    field('version', 'Version', 'version'),
  ]),
  item('certificate', 'Certificate', [
    field('port', 'Port', 'number'),
    field('subject', 'Subject'),
    field('issuer', 'Issuer'),
    field('ends', 'Ends', 'time'),
  ]),
  item('listener', 'Listening program', [
    field('port', 'Port', 'number'),
    choice('protocol', 'Protocol', ['tcp', 'udp']),
    field('program', 'Program'),
  ]),
  item('account', 'Local account', [
    field('name', 'Name'),
    field('administrator', 'Administrator', 'boolean'),
    field('disabled', 'Disabled', 'boolean'),
  ]),
  item('antivirus', 'Antivirus', [
    field('name', 'Name'),
    field('version', 'Version', 'version'),
    choice('state', 'State', ['on', 'off']),
    field('upToDate', 'Up to date', 'boolean'),
  ]),
  item('memoryModule', 'Memory module', [
    field('size', 'Size', 'size'),
    field('type', 'Type'),
    field('partNumber', 'Part number'),
  ]),
  item('monitor', 'Monitor', [
    field('manufacturer', 'Manufacturer'),
    field('model', 'Model'),
    field('serialNumber', 'Serial number'),
  ]),
  item('graphics', 'Graphics card', [field('name', 'Name'), field('driverVersion', 'Driver version', 'version')]),
  item('battery', 'Battery', [
    field('name', 'Name'),
    field('health', 'Capacity left', 'percent'),
    field('cycles', 'Cycles', 'number'),
  ]),
  item('printQueue', 'Print queue', [field('name', 'Name'), field('driver', 'Driver'), field('port', 'Port')]),
  item('container', 'Container', [
    field('name', 'Name'),
    field('image', 'Image'),
    field('runtime', 'Runtime'),
    choice('state', 'State', ['running', 'stopped', 'paused']),
  ]),
  item('guest', 'Virtual machine on this host', [
    field('name', 'Name'),
    field('hypervisor', 'Hypervisor'),
    choice('state', 'State', ['running', 'stopped', 'paused']),
  ]),
]

/** Start of the name of a custom field. Its key follows: `custom.owner`. */
export const customPrefix = 'custom.'
