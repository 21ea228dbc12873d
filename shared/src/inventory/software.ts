import { z } from 'zod'
import { deviceLine, timestampSchema } from './primitives.ts'

/** An installed package or application, named as by its package manager. */
export const softwareSchema = z
  .object({
    name: deviceLine(512),
    version: deviceLine(256).default(''),
    publisher: deviceLine(512).optional(),
    architecture: deviceLine(64).optional(),
    /** Source that listed it: dpkg, rpm, apk, flatpak, snap, hrSWInstalled, … */
    source: deviceLine(64).optional(),
    installDate: timestampSchema.optional(),
    sizeBytes: z.number().nonnegative().optional(),
  })
  .meta({ id: 'InstalledSoftware' })
export type Software = z.infer<typeof softwareSchema>
