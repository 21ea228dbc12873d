import type { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import type { z } from 'zod'

/** Hardware values of one source. */
export type HardwarePart = z.input<typeof hardwareSchema>
export type SystemPart = NonNullable<HardwarePart['system']>
export type Processor = NonNullable<HardwarePart['processors']>[number]
export type MemoryModule = NonNullable<NonNullable<HardwarePart['memory']>['modules']>[number]
export type Disk = NonNullable<HardwarePart['disks']>[number]
export type Volume = NonNullable<HardwarePart['volumes']>[number]
export type Component = NonNullable<HardwarePart['components']>[number]
