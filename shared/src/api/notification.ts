import { z } from 'zod'
import { idSchema, listOf, pageQuerySchema, timeSchema } from './common.ts'

/** `Administrative`: for the people who run the site. `Event`: of an event that a webhook asked for. */
export const notificationTemplateSchema = z.enum(['Administrative', 'Event'])
export type NotificationTemplate = z.infer<typeof notificationTemplateSchema>

export const deliveryChannelSchema = z.enum(['mail', 'webhook'])
export type DeliveryChannel = z.infer<typeof deliveryChannelSchema>

/** `Waiting` also between two attempts; the others never change. */
export const deliveryStatusSchema = z.enum(['Waiting', 'Sent', 'Failed'])
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>

export const notificationSchema = z
  .object({
    id: idSchema,
    template: notificationTemplateSchema,
    subject: z.string().meta({ example: 'The App registration "Importer" expires in 7 days' }),
    text: z.string().nullable().meta({ description: 'null for an event: what is sent is the event itself' }),
    createdAt: timeSchema,
    deliveries: z.array(
      z.object({
        id: idSchema,
        channel: deliveryChannelSchema,
        target: z
          .string()
          .meta({ description: 'Address of the recipient, or name of the webhook', example: 'it@example.org' }),
        status: deliveryStatusSchema,
        attempts: z.int(),
        lastError: z.string().nullable(),
        sentAt: timeSchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notificationSchema>
export const notificationListSchema = listOf(notificationSchema).meta({ id: 'NotificationList' })

export const notificationQuerySchema = pageQuerySchema.extend({
  status: deliveryStatusSchema.optional().meta({ description: 'With a delivery in this state' }),
})
export type NotificationQuery = z.infer<typeof notificationQuerySchema>
