import { z } from 'zod'
import { idSchema, listOf, text, timeSchema } from './common.ts'

export const agentSchema = z
  .object({
    id: idSchema,
    hostname: text('pc-17'),
    siteId: idSchema,
    status: z.enum(['Active', 'Inactive', 'Outdated', 'Pending']),
    version: text('0.1.0'),
    lastSeen: timeSchema.nullable(),
    deviceId: idSchema.nullable().meta({ description: 'Device the agent runs on; null until it has sent a snapshot' }),
    autoTag: text('Laptops').nullable().meta({ description: 'Name of the tag of its join token' }),
    joinedAt: timeSchema,
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof agentSchema>
export const agentListSchema = listOf(agentSchema).meta({ id: 'AgentList' })
