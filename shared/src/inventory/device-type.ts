import { z } from 'zod'

/** What a device is. The first four are the interface's own; the rest are ours. */
export const deviceTypes = [
  'computer',
  'printer',
  'network-device',
  'vmware-esxi',
  'hypervisor',
  'virtual-machine',
  'storage',
  'ups',
  'camera',
  'phone',
  'unknown',
] as const

export const deviceTypeSchema = z.enum(deviceTypes)
export type DeviceType = z.infer<typeof deviceTypeSchema>

/** Who made a snapshot: an Audit Service, the agent on the device, an imported document, or a person by hand. */
const snapshotSources = ['Service', 'Agent', 'Import', 'Manual'] as const
export const snapshotSourceSchema = z.enum(snapshotSources)
export type SnapshotSource = z.infer<typeof snapshotSourceSchema>
