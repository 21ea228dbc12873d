import { z } from 'zod'
import { deviceText, timestampSchema } from './primitives.ts'

/** An installed package or application, as its package manager names it. */
export const softwareSchema = z.object({
  name: deviceText(512),
  version: deviceText(256).default(''),
  publisher: deviceText(512).optional(),
  architecture: deviceText(64).optional(),
  /** Which source listed it: dpkg, rpm, apk, flatpak, snap, hrSWInstalled, … */
  source: deviceText(64).optional(),
  installDate: timestampSchema.optional(),
  sizeBytes: z.number().nonnegative().optional(),
})
export type Software = z.infer<typeof softwareSchema>
