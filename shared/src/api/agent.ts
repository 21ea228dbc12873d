import { z } from 'zod'
import { idSchema, listOf, timeSchema } from './common.ts'

export const agentSchema = z
  .object({
    id: idSchema,
    hostname: z.string(),
    siteId: idSchema,
    status: z.enum(['Active', 'Inactive', 'Outdated', 'Pending']),
    version: z.string(),
    lastSeen: timeSchema.nullable(),
    deviceId: idSchema.nullable().meta({ description: 'The device it runs on; null until it has sent a snapshot' }),
    autoTag: z.string().nullable().meta({ description: 'Name of the tag that its join token carried' }),
    joinedAt: timeSchema,
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof agentSchema>
export const agentListSchema = listOf(agentSchema).meta({ id: 'AgentList' })
