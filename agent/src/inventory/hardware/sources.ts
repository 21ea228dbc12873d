import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { linuxSources } from '../system/linux/sources.ts'
import { osRelease } from '../system/os-release.ts'
import { securitySources } from '../system/security/sources.ts'
import { batteries } from './batteries.ts'
import { deviceTree } from './device-tree.ts'
import { disks } from './disks.ts'
import { memory } from './memory.ts'
import { monitors } from './monitors.ts'
import { pci } from './pci.ts'
import { printQueues } from './print-queues.ts'
import { processors } from './processors.ts'
import { smartctl } from './smartctl.ts'
import { dmidecode } from './smbios/dmidecode.ts'
import { dmi } from './smbios/sysfs.ts'
import { smbios } from './smbios/tables.ts'
import { usb } from './usb.ts'
import { virtualization } from './virtualization.ts'
import { volumes } from './volumes.ts'

/** Sources of the hardware section. If two have a value, the first one wins. */
export const hardwareSources: readonly Source<HardwarePart>[] = [
  // Before SMBIOS: the kernel knows the processors that are in use, and the state of batteries.
  processors,
  batteries,
  smbios,
  dmidecode,
  dmi,
  deviceTree,
  virtualization,
  osRelease,
  memory,
  // Its verdict comes before the sensors that the kernel shows.
  smartctl,
  disks,
  volumes,
  pci,
  usb,
  monitors,
  printQueues,
  ...securitySources,
  ...linuxSources,
]
