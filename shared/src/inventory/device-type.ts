import { z } from 'zod'

/** Types of devices. The first four are those of the public interface; the rest are additions. */
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

/** Origin of a snapshot: an Audit Service, the agent on the device, an imported document, or a person. */
const snapshotSources = ['Service', 'Agent', 'Import', 'Manual'] as const
export const snapshotSourceSchema = z.enum(snapshotSources)
export type SnapshotSource = z.infer<typeof snapshotSourceSchema>
