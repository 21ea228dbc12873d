import { z } from 'zod'
import { capabilitySchema } from '../messages/enrolment.ts'
import { joinKindSchema } from '../messages/join-token.ts'
import { idSchema, listOf, nameSchema, timeSchema } from './common.ts'

export const auditServiceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    siteId: idSchema,
    status: z.enum(['Active', 'Inactive', 'Outdated', 'Pending']),
    version: z.string().nullable(),
    lastSeen: timeSchema.nullable(),
    capabilities: z.array(capabilitySchema),
  })
  .meta({ id: 'AuditService' })
export type AuditService = z.infer<typeof auditServiceSchema>
export const auditServiceListSchema = listOf(auditServiceSchema).meta({ id: 'AuditServiceList' })

/** POST /api/v1/join-tokens (Administrator): what `rollcall join-token create` asks for. */
export const createJoinTokenSchema = z
  .strictObject({
    for: joinKindSchema,
    uses: z.int().min(1).max(100_000).default(1),
    ttlSeconds: z
      .int()
      .min(60)
      .max(365 * 24 * 3600)
      .default(3600),
    tag: nameSchema.optional().meta({ description: 'Name of a tag to put on what joins' }),
  })
  .meta({ id: 'CreateJoinToken' })
export type CreateJoinToken = z.infer<typeof createJoinTokenSchema>
export const joinTokenSchema = z
  .object({ token: z.string(), for: joinKindSchema, siteId: idSchema, uses: z.int(), expiresAt: timeSchema })
  .meta({ id: 'JoinToken' })
