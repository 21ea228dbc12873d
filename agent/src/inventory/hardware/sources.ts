import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { deviceTree } from './device-tree.ts'
import { disks } from './disks.ts'
import { dmi } from './dmi.ts'
import { dmidecode } from './dmidecode.ts'
import { lsblk } from './lsblk.ts'
import { memory } from './memory.ts'
import { osRelease } from './os-release.ts'
import { pci } from './pci.ts'
import { processors } from './processors.ts'
import { usb } from './usb.ts'
import { virtualization } from './virtualization.ts'
import { volumes } from './volumes.ts'

/** Sources of the hardware section. If two have a value, the first one wins. */
export const hardwareSources: readonly Source<HardwarePart>[] = [
  dmi,
  dmidecode,
  deviceTree,
  virtualization,
  osRelease,
  processors,
  memory,
  lsblk,
  disks,
  volumes,
  pci,
  usb,
]
