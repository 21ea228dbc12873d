import { z } from 'zod'
import { listOf, timeSchema } from './common.ts'

const alertKinds = [
  'registration.expired',
  'registration.expiring',
  'offload.failing',
  'device.collision',
  'auditService.shared',
  'storage.full',
  'storage.unavailable',
  'clock.leapt',
  'retention.held',
] as const

const alertSchema = z
  .object({
    id: z.string().meta({
      description: 'Unchanged while the alert is open',
      example: 'registration.expired:019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
    }),
    kind: z.enum(alertKinds).meta({ description: 'Further kinds may be added' }),
    severity: z.enum(['error', 'warning']),
    title: z.string().meta({ example: 'The App registration "CMDB" has expired' }),
    detail: z.string().meta({ example: 'Its tokens no longer work. Give it a later expiration date, or delete it.' }),
    subjectId: z
      .string()
      .meta({ description: 'Id of the object of the alert', example: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90' }),
    since: timeSchema,
    confirmation: z
      .object({
        count: z.int().meta({ description: 'Send it back with the confirmation', example: 412 }),
        action: z.string().meta({ example: 'Delete 412 devices' }),
      })
      .optional()
      .meta({ description: 'The action that an Administrator can confirm, if any' }),
  })
  .meta({ id: 'Alert' })
export type Alert = z.infer<typeof alertSchema>
export const alertListSchema = listOf(alertSchema).meta({ id: 'AlertList' })

export const confirmAlertSchema = z
  .strictObject({ count: z.int().meta({ description: 'The count from the alert as you read it', example: 412 }) })
  .meta({ id: 'ConfirmAlert' })
