import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema } from './common.ts'
import { nameSchema } from './line.ts'

const colourSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hexadecimal digits')
  .toLowerCase()
  .nullable()
  .meta({ example: '#1c7ed6' })

export const tagSchema = z
  .object({
    id: idSchema,
    name: z.string().meta({ example: 'Office' }),
    colour: colourSchema,
    deviceCount: z.int().meta({ description: 'Number of devices with the tag' }),
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof tagSchema>
export const tagListSchema = listOf(tagSchema).meta({ id: 'TagList' })

export const createTagSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Office' }), colour: colourSchema.default(null) })
  .meta({ id: 'CreateTag' })
export type CreateTag = z.infer<typeof createTagSchema>

export const patchTagSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Office' }), colour: colourSchema })
  .partial()
  .meta({ id: 'PatchTag' })
export type PatchTag = z.infer<typeof patchTagSchema>

export const tagQuerySchema = pageQuerySchema.extend({
  q: z.string().max(200).optional().meta({ description: 'Part of the name, case-insensitive' }),
})
export type TagQuery = z.infer<typeof tagQuerySchema>
