import { z } from 'zod'
import {
  booleanQuerySchema,
  exportShape,
  idSchema,
  listOf,
  pageQuerySchema,
  text,
  timeQuerySchema,
  timeSchema,
} from './common.ts'

const changeVerbSchema = z.enum(['Added', 'Modified', 'Deleted'])
export type ChangeVerb = z.infer<typeof changeVerbSchema>

const editorSchema = z
  .object({
    kind: z
      .enum(['user', 'app', 'command-line'])
      .meta({ description: 'command-line: on the machine of the collector' }),
    id: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90').meta({ description: 'Id of the user or App registration' }),
  })
  .meta({ id: 'Editor' })
export type Editor = z.infer<typeof editorSchema>
export type EditorKind = Editor['kind']

const changeSchema = z
  .object({
    id: idSchema,
    verb: changeVerbSchema,
    entity: z.string().meta({ description: 'Kind of the record, in words', example: 'Software' }),
    entityId: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90'),
    deviceId: idSchema.nullable().meta({ description: 'The device that changed, if the change is about one' }),
    deviceName: text('pc-17')
      .nullable()
      .meta({ description: 'Current name; null for a change of no device, and for one that was deleted' }),
    subjectName: text('Mozilla Firefox').nullable().meta({
      description:
        'Name of the record at the time of the change, or of a deleted device. null for changes of other devices, which have a `deviceName`, and for changes before this field existed',
    }),
    subjectDeleted: z
      .boolean()
      .meta({ description: 'The record was deleted, by this change or since', example: false }),
    field: text('softwareGroup').nullable(),
    from: text('Regular').nullable(),
    to: text('Forbidden').nullable(),
    actor: text('CMDB').meta({ description: 'User, app or component that made the change' }),
    editor: editorSchema.nullable().meta({
      description:
        'The person or app that edited the record. null for changes that audits found and jobs made, and for edits before this field existed',
    }),
    timestamp: timeSchema,
    observedAt: timeSchema.nullable().meta({
      description: 'Time of the observation that showed the change, if it arrived a minute or more after that',
    }),
  })
  .meta({ id: 'Change' })
export const changeListSchema = listOf(changeSchema).meta({ id: 'ChangeList' })
export type Change = z.infer<typeof changeSchema>

/** Data of the event of an edit. */
export const editShape = {
  ...changeSchema.pick({
    verb: true,
    entity: true,
    entityId: true,
    deviceId: true,
    subjectName: true,
    field: true,
    from: true,
    to: true,
  }).shape,
  changeId: idSchema.meta({ description: 'Entry of the change log' }),
  actor: changeSchema.shape.actor,
  editor: editorSchema,
}

export const changeQuerySchema = pageQuerySchema.extend({
  from: timeQuerySchema.optional().meta({ description: 'Earliest timestamp' }),
  to: timeQuerySchema.optional().meta({ description: 'Latest timestamp' }),
  verb: changeVerbSchema.optional(),
  entity: z.string().max(100).optional().meta({ description: 'Kind of record as in the entries, such as Software' }),
  deviceId: idSchema.optional().meta({ description: 'Only changes of this device' }),
  edits: booleanQuerySchema
    .optional()
    .meta({ description: 'true: only edits by people and apps, which have an `editor`' }),
  ...exportShape,
  editedBy: z.string().min(1).max(512).optional().meta({
    description:
      'Only edits by this `actor`, such as the `username` of a user. Changes of hardware, software and network found by audits are not edits',
    example: 'ada',
  }),
  softwareId: idSchema.optional().meta({
    description:
      'Only changes of this product of the software catalog, or of this name group with all its versions: installed, upgraded, removed, classified',
  }),
})
export type ChangeQuery = z.infer<typeof changeQuerySchema>
