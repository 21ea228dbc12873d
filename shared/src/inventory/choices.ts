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

/** Origin of a snapshot: an Audit Service, the agent on the device, an imported document, or a person. */
export const snapshotSources = ['Service', 'Agent', 'Import', 'Manual'] as const

/** Classifications of products. */
export const softwareGroups = ['Regular', 'Required', 'Forbidden'] as const
