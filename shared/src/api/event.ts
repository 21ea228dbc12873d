import { z } from 'zod'
import { idSchema, text, timeSchema } from './common.ts'
import { eventTypeSchema, eventTypes } from './site-settings.ts'

/** A CloudEvents 1.0 event in JSON, used for server-sent events and webhooks. */
export const cloudEventSchema = z
  .object({
    specversion: z.literal('1.0'),
    id: idSchema,
    source: z.string().meta({ description: 'The site', example: '/sites/019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' }),
    type: z.enum(eventTypes.map((type) => `rollcall.${type}` as const)).meta({ example: 'rollcall.device.added' }),
    subject: text('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90').meta({ description: 'Id of the object of the event' }),
    time: timeSchema,
    datacontenttype: z.literal('application/json'),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Fields that depend on the type', example: { name: 'pc-17', type: 'computer' } }),
  })
  .meta({ id: 'Event' })
export type CloudEvent = z.infer<typeof cloudEventSchema>

export const eventStreamQuerySchema = z.strictObject({
  types: z
    .string()
    .transform((text) => text.split(',').map((type) => type.trim()))
    .pipe(z.array(eventTypeSchema))
    .optional()
    .meta({
      type: 'string',
      description: 'Only these types, separated by commas',
      example: 'device.added,device.deleted',
    }),
})

/** Header of a client that reconnects: the `id` of the last event it received. */
export const resumeHeadersSchema = z.object({
  'last-event-id': z.string().max(100).optional().meta({ description: '`id` of the last received event' }),
})
