import { z } from 'zod'
import { capabilitySchema } from '../messages/enrollment.ts'
import { idSchema, listOf, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

/**
 * Active: sent a heartbeat within the last 30 seconds. Outdated: active, but of an older version. Pending: no heartbeat
 * since it joined.
 */
const auditServiceStatuses = ['Active', 'Inactive', 'Outdated', 'Pending'] as const
export const auditServiceStatusSchema = z.enum(auditServiceStatuses)
export type AuditServiceStatus = z.infer<typeof auditServiceStatusSchema>

export const auditServiceSchema = z
  .object({
    id: idSchema,
    name: text('Main office'),
    siteId: idSchema,
    status: auditServiceStatusSchema,
    version: text('0.1.0').nullable(),
    lastSeen: timeSchema.nullable(),
    networks: z
      .array(
        z.object({
          network: text('10.20.0.0/24'),
          address: text('10.20.0.5').meta({ description: 'Its own address in the network' }),
          interfaceName: text('eth0'),
        }),
      )
      .nullable()
      .meta({
        description:
          'Networks that its machine is attached to, without loopback, link-local and container networks. null if not reported yet',
      }),
    capabilities: z.array(capabilitySchema).meta({
      example: [
        { name: 'ping', available: true },
        { name: 'nmap', available: false, detail: 'nmap is not installed' },
      ],
    }),
  })
  .meta({ id: 'AuditService' })
export type AuditService = z.infer<typeof auditServiceSchema>
export const auditServiceListSchema = listOf(auditServiceSchema).meta({ id: 'AuditServiceList' })

export const patchAuditServiceSchema = z
  .strictObject({ name: nameSchema.meta({ example: 'Main office' }) })
  .partial()
  .meta({ id: 'PatchAuditService' })
export type PatchAuditService = z.infer<typeof patchAuditServiceSchema>
