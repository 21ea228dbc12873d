import { z } from 'zod'
import {
  accountSchema,
  containerSchema,
  guestSchema,
  kubernetesNodeSchema,
  operatingSystemSchema,
  securitySchema,
  systemServiceSchema,
} from './operating-system.ts'
import { batterySchema, graphicsCardSchema, monitorSchema, printQueueSchema } from './peripherals.ts'
import { deviceLine, deviceText } from './primitives.ts'
import { printerSchema } from './printer.ts'
import { upsSchema } from './ups.ts'

const text = deviceLine(512)
/** Text that may have several lines. */
const description = deviceText(512).optional()
const bytes = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)

/**
 * Manufacturer, model and serial number of the whole device. A value that the device does not report is absent, never
 * guessed.
 */
const systemSchema = z.object({
  manufacturer: text.optional(),
  model: text.optional(),
  serialNumber: text.optional(),
  /** SMBIOS system UUID. */
  uuid: text.optional(),
  assetTag: text.optional(),
  /** sysDescr (RFC 3418). */
  description,
  /** sysObjectID (RFC 3418), dotted decimal without a leading dot. */
  objectId: text.optional(),
  contact: text.optional(),
  location: text.optional(),
  /** Chassis kind of SMBIOS (Desktop, Laptop, Rack Mount Chassis, …). */
  chassis: text.optional(),
  /** The hypervisor, if the system is a guest. */
  virtualization: text.optional(),
  /** Name of the computer that runs this guest, if the hypervisor tells its guests. */
  virtualizationHost: text.optional(),
})

const firmwareSchema = z.object({
  vendor: text.optional(),
  version: text.optional(),
  date: text.optional(),
})

const processorSchema = z.object({
  manufacturer: text.optional(),
  model: text.optional(),
  cores: z.int().positive().optional(),
  threads: z.int().positive().optional(),
  speedMhz: z.number().nonnegative().optional(),
})

const memoryModuleSchema = z.object({
  slot: text.optional(),
  sizeBytes: bytes.optional(),
  type: text.optional(),
  speedMhz: z.number().nonnegative().optional(),
  manufacturer: text.optional(),
  partNumber: text.optional(),
  serialNumber: text.optional(),
})

const diskSchema = z.object({
  name: text,
  manufacturer: text.optional(),
  model: text.optional(),
  serialNumber: text.optional(),
  firmware: text.optional(),
  sizeBytes: bytes.optional(),
  kind: z.enum(['hdd', 'ssd', 'optical', 'virtual', 'unknown']).optional(),
  /** `nvme`, `sata`, `sas`, `usb`, `scsi`, `mmc`, `virtio`, … */
  bus: text.optional(),
  /** SMART or NVMe health. The counters come from the disk itself. */
  health: z
    .object({
      /** The disk's own verdict: `failing` means that it expects to fail. */
      status: z.enum(['ok', 'warning', 'failing']).optional(),
      celsius: z.number().optional(),
      /** Percentage Used of NVMe, or the same from the wear attribute of SATA: 100 is the end of the rated life. */
      wearPercent: z.number().nonnegative().optional(),
      powerOnHours: z.number().nonnegative().optional(),
      reallocatedSectors: z.number().nonnegative().optional(),
      mediaErrors: z.number().nonnegative().optional(),
    })
    .optional(),
})

const volumeSchema = z.object({
  mount: text,
  device: text.optional(),
  fileSystem: text.optional(),
  sizeBytes: bytes.optional(),
  freeBytes: bytes.optional(),
  label: text.optional(),
  encryption: z
    .object({
      /** `on`: encrypted. `off`: readable by anyone with the disk. */
      state: z.enum(['on', 'off', 'in-progress', 'suspended', 'locked']),
      /** `LUKS2`, `BitLocker`, `FileVault`, `ZFS`, `ecryptfs`, … */
      method: text.optional(),
    })
    .optional(),
})

/** A row of ENTITY-MIB entPhysicalTable (RFC 6933), or a part SMBIOS or PCI lists. */
const componentSchema = z.object({
  /** entPhysicalIndex, or the origin's own id. */
  id: text,
  /** entPhysicalContainedIn: the id of the containing component. */
  parentId: text.optional(),
  /** entPhysicalClass by name: chassis, module, port, powerSupply, fan, stack, … */
  class: text,
  name: text.optional(),
  description,
  manufacturer: text.optional(),
  model: text.optional(),
  serialNumber: text.optional(),
  hardwareRevision: text.optional(),
  firmwareRevision: text.optional(),
  softwareRevision: text.optional(),
})

export const hardwareSchema = z.object({
  system: systemSchema.default({}),
  os: operatingSystemSchema.optional(),
  firmware: firmwareSchema.optional(),
  board: z.object({ manufacturer: text.optional(), model: text.optional(), serialNumber: text.optional() }).optional(),
  processors: z.array(processorSchema).max(1024).optional(),
  memory: z
    .object({
      totalBytes: bytes.optional(),
      swapBytes: bytes.optional(),
      modules: z.array(memoryModuleSchema).max(1024).default([]),
    })
    .optional(),
  disks: z.array(diskSchema).max(4096).optional(),
  volumes: z.array(volumeSchema).max(4096).optional(),
  components: z.array(componentSchema).max(20_000).optional(),
  graphics: z.array(graphicsCardSchema).max(64).optional(),
  monitors: z.array(monitorSchema).max(64).optional(),
  batteries: z.array(batterySchema).max(64).optional(),
  printQueues: z.array(printQueueSchema).max(1024).optional(),
  accounts: z.array(accountSchema).max(1024).optional(),
  systemServices: z.array(systemServiceSchema).max(4096).optional(),
  containers: z.array(containerSchema).max(4096).optional(),
  guests: z.array(guestSchema).max(4096).optional(),
  kubernetesNode: kubernetesNodeSchema.optional(),
  security: securitySchema.optional(),
  printer: printerSchema.optional(),
  ups: upsSchema.optional(),
})
export type Hardware = z.infer<typeof hardwareSchema>
