import { z } from 'zod'
import { idSchema, listOf, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

export const siteSchema = z
  .object({ id: idSchema, name: z.string().meta({ example: 'Head office' }), createdAt: timeSchema })
  .meta({ id: 'Site' })
export type Site = z.infer<typeof siteSchema>
export const siteListSchema = listOf(siteSchema).meta({ id: 'SiteList' })

export const createSiteSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Head office' }) })
  .meta({ id: 'CreateSite' })
export type CreateSite = z.infer<typeof createSiteSchema>

export const patchSiteSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Head office' }) })
  .partial()
  .meta({ id: 'PatchSite' })
export type PatchSite = z.infer<typeof patchSiteSchema>
