import type { softwareSchema } from '@rollcall/shared/inventory/software.ts'
import type { z } from 'zod'

/** One installed package or application. */
export type Package = z.input<typeof softwareSchema>
/** Packages of one source. */
export type SoftwarePart = readonly Package[]
