import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { lineSchema } from './line.ts'

const ignoreKinds = ['mac', 'ip', 'name', 'serial', 'uuid'] as const
const ignoreKindSchema = z.enum(ignoreKinds)
export type IgnoreKind = z.infer<typeof ignoreKindSchema>

/** Limits the entries of one site's list. */
export const ignoreEntriesMax = 10_000

const patternSchema = lineSchema(256)
  .min(1, 'must not be empty')
  .meta({ description: '`*` stands for any text, `?` for one character', example: '00:1b:21:*' })

export const ignoreEntrySchema = z
  .object({
    id: idSchema,
    kind: ignoreKindSchema,
    pattern: patternSchema,
    reason: z.string().nullable().meta({ example: 'Phones of guests' }),
    createdAt: timeSchema,
    createdBy: text('CMDB').meta({ description: 'User or app that added it' }),
  })
  .meta({ id: 'IgnoreEntry' })
export type IgnoreEntry = z.infer<typeof ignoreEntrySchema>
export const ignoreListSchema = listOf(ignoreEntrySchema).meta({ id: 'IgnoreList' })

export const createIgnoreEntrySchema = z
  .strictObject({
    kind: ignoreKindSchema,
    pattern: patternSchema,
    reason: lineSchema(500).nullable().default(null),
  })
  .meta({ id: 'CreateIgnoreEntry' })
export type CreateIgnoreEntry = z.infer<typeof createIgnoreEntrySchema>

export const ignoreQuerySchema = pageQuerySchema.extend({ kind: ignoreKindSchema.optional() })
export type IgnoreQuery = z.infer<typeof ignoreQuerySchema>
