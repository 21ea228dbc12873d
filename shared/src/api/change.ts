import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, timeQuerySchema, timeSchema } from './common.ts'

export const changeVerbSchema = z.enum(['Added', 'Modified', 'Deleted'])
export type ChangeVerb = z.infer<typeof changeVerbSchema>

const text = z.string().nullable()

export const changeSchema = z
  .object({
    id: idSchema,
    verb: changeVerbSchema,
    entity: z.string().meta({ description: 'The kind of record in words', example: 'Software' }),
    entityId: z.string(),
    deviceId: idSchema.nullable().meta({ description: 'The device it was on, where it was on one' }),
    field: text.meta({ example: 'softwareGroup' }),
    from: text.meta({ example: 'Regular' }),
    to: text.meta({ example: 'Forbidden' }),
    actor: z.string().meta({ description: 'User, app or part of the service that made the change' }),
    timestamp: timeSchema,
  })
  .meta({ id: 'Change' })
export const changeListSchema = listOf(changeSchema).meta({ id: 'ChangeList' })
export type Change = z.infer<typeof changeSchema>

export const changeQuerySchema = pageQuerySchema.extend({
  from: timeQuerySchema.optional().meta({ description: 'The earliest timestamp' }),
  to: timeQuerySchema.optional().meta({ description: 'The latest timestamp' }),
  verb: changeVerbSchema.optional(),
  entity: z.string().max(100).optional().meta({ description: 'As the entries have it, such as Software' }),
  deviceId: idSchema.optional(),
})
export type ChangeQuery = z.infer<typeof changeQuerySchema>
