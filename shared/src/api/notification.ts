import { z } from 'zod'
import { codeSchema, idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'

/**
 * `Administrative`: for the people who run the site. `Event`: an event that a webhook subscribes to. `Finding`: new
 * findings of a rule. `Report`: a run of a report, for its own targets.
 */
const notificationTemplateSchema = z.enum(['Administrative', 'Event', 'Finding', 'Report'])
export type NotificationTemplate = z.infer<typeof notificationTemplateSchema>

const deliveryChannelSchema = z.enum(['mail', 'webhook'])
export type DeliveryChannel = z.infer<typeof deliveryChannelSchema>

/** `Waiting` includes the time between two attempts; the other states are final. */
const deliveryStatusSchema = z.enum(['Waiting', 'Sent', 'Failed'])
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>

/** One target of a notification and its state. */
export const deliverySchema = z
  .object({
    id: idSchema,
    channel: deliveryChannelSchema,
    target: z
      .string()
      .meta({ description: 'Address of the recipient, or name of the webhook', example: 'it@example.org' }),
    status: deliveryStatusSchema,
    attempts: z.int(),
    lastError: text('The server answered 503.').nullable(),
    sentAt: timeSchema.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof deliverySchema>

const notificationSchema = z
  .object({
    id: idSchema,
    template: notificationTemplateSchema,
    subject: z.string().meta({ example: 'The App registration "Importer" expires in 7 days' }),
    text: text('Its tokens stop working on 2026-11-27.')
      .nullable()
      .meta({ description: 'null for an event: the event itself is sent' }),
    createdAt: timeSchema,
    deliveries: z.array(deliverySchema),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notificationSchema>
export const notificationListSchema = listOf(notificationSchema).meta({ id: 'NotificationList' })

export const notificationQuerySchema = pageQuerySchema.extend({
  status: deliveryStatusSchema.optional().meta({ description: 'Only notifications with a delivery in this state' }),
})
export type NotificationQuery = z.infer<typeof notificationQuerySchema>

/** Reason a mail could not be delivered. */
const mailProblemSchema = codeSchema({
  incomplete_settings: 'server, sender or recipients are not set',
  forbidden_address: 'the operator does not allow the address of the server',
  unreachable: 'no SMTP server answers',
  tls_failed: 'its certificate is not trusted, or it does not speak TLS',
  bad_credentials: 'it refuses the user name or the password',
  recipient_refused: 'it accepts the mail, but not for every recipient',
  rejected: 'it refuses the sender or the message',
})
export type MailProblemCode = z.infer<typeof mailProblemSchema>

export const mailTestSchema = z
  .object({
    ok: z.boolean(),
    problem: mailProblemSchema.nullable(),
    detail: z
      .string()
      .nullable()
      .meta({ example: 'The mail server refuses the user name or the password (reply 535).' }),
    accepted: z.array(text('it@example.org')).meta({ description: 'Recipients for whom the server accepted the mail' }),
    refused: z.array(
      z.object({
        recipient: text('gone@example.org'),
        detail: text('The mail server refuses this recipient (reply 550).'),
      }),
    ),
  })
  .meta({ id: 'MailTest' })
export type MailTest = z.infer<typeof mailTestSchema>
