import { z } from 'zod'
import { idSchema, timeSchema } from './common.ts'

export const siteSchema = z.object({ id: idSchema, name: z.string(), createdAt: timeSchema }).meta({ id: 'Site' })
export type Site = z.infer<typeof siteSchema>
