import { z } from 'zod'
import { capabilitySchema } from '../messages/enrolment.ts'
import { idSchema, listOf, nameSchema, timeSchema } from './common.ts'

/** Active: heard within 30 seconds. Outdated: so, but of another version. Pending: never heard since it joined. */
export const auditServiceStatuses = ['Active', 'Inactive', 'Outdated', 'Pending'] as const
export const auditServiceStatusSchema = z.enum(auditServiceStatuses)
export type AuditServiceStatus = z.infer<typeof auditServiceStatusSchema>

export const auditServiceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    siteId: idSchema,
    status: auditServiceStatusSchema,
    version: z.string().nullable(),
    lastSeen: timeSchema.nullable(),
    capabilities: z.array(capabilitySchema),
  })
  .meta({ id: 'AuditService' })
export type AuditService = z.infer<typeof auditServiceSchema>
export const auditServiceListSchema = listOf(auditServiceSchema).meta({ id: 'AuditServiceList' })

export const patchAuditServiceSchema = z.strictObject({ name: nameSchema }).partial().meta({ id: 'PatchAuditService' })
export type PatchAuditService = z.infer<typeof patchAuditServiceSchema>
