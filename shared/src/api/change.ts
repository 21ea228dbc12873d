import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, text, timeQuerySchema, timeSchema } from './common.ts'

const changeVerbSchema = z.enum(['Added', 'Modified', 'Deleted'])
export type ChangeVerb = z.infer<typeof changeVerbSchema>

const changeSchema = z
  .object({
    id: idSchema,
    verb: changeVerbSchema,
    entity: z.string().meta({ description: 'The kind of record in words', example: 'Software' }),
    entityId: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'),
    deviceId: idSchema.nullable().meta({ description: 'The device it was on, where it was on one' }),
    deviceName: text('pc-17').nullable().meta({ description: 'As it is called now; null when it is gone' }),
    field: text('softwareGroup').nullable(),
    from: text('Regular').nullable(),
    to: text('Forbidden').nullable(),
    actor: text('CMDB').meta({ description: 'User, app or part of the service that made the change' }),
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
  deviceId: idSchema.optional().meta({ description: 'On this device' }),
  editedBy: z.string().min(1).max(512).optional().meta({
    description:
      'Done to records by this `actor`, such as a user by `username`; what audits found of hardware, software and network is no edit',
    example: 'ada',
  }),
  softwareId: idSchema.optional().meta({
    description:
      'About this product of the software catalog, or about this name group and all its versions: installed, upgraded to, removed, classified',
  }),
})
export type ChangeQuery = z.infer<typeof changeQuerySchema>
