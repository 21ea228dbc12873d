import { z } from 'zod'
import { agentPlatforms, agentProblems, agentStatuses } from './choices.ts'
import { booleanQuerySchema, exportShape, idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

const agentStatusSchema = z.enum(agentStatuses)
export type AgentStatus = z.infer<typeof agentStatusSchema>

const agentPlatformSchema = z.enum(agentPlatforms)
export type AgentPlatform = z.infer<typeof agentPlatformSchema>

const agentProblemSchema = z.enum(agentProblems)
export type AgentProblem = z.infer<typeof agentProblemSchema>

const problemsInWords =
  'refused: the last snapshot was refused; incomplete: the last snapshot lacks data; clock: its clock is wrong by more than five minutes; copied: several machines have used its state within 14 days'

export const agentSchema = z
  .object({
    id: idSchema,
    name: text('Reception').meta({ description: 'Name that a person gave it, otherwise its host name' }),
    hostname: text('pc-17'),
    siteId: idSchema,
    status: agentStatusSchema,
    replacedBy: idSchema.nullable().meta({ description: 'Newest agent that has replaced it; null unless Replaced' }),
    version: text('0.1.0'),
    upgradeAvailable: z.boolean().meta({ description: 'Its version is older than the version of the collector' }),
    platform: agentPlatformSchema.nullable().meta({ description: 'null until it has sent a snapshot' }),
    osName: text('Debian GNU/Linux').nullable(),
    lastSeen: timeSchema.nullable(),
    deviceId: idSchema.nullable().meta({ description: 'Device the agent runs on; null until it has sent a snapshot' }),
    problems: z.array(agentProblemSchema).meta({ description: problemsInWords }),
    refusal: z
      .object({ at: timeSchema, reason: text('The observation belongs to another agent.') })
      .nullable()
      .meta({ description: 'The refused snapshot, if none was accepted since' }),
    truncated: z
      .array(z.string())
      .meta({ description: 'Lines of its last snapshot about missing or repaired data', example: [] }),
    clockAheadSeconds: z
      .int()
      .meta({ description: 'Seconds by which its clock is ahead; negative: behind; 0: right or unknown', example: 0 }),
    watching: z.boolean().meta({ description: 'It waits for requests: a requested snapshot arrives within a minute' }),
    snapshotRequestedAt: timeSchema
      .nullable()
      .meta({ description: 'Time of the request for a snapshot that has not arrived yet' }),
    nextSnapshotBy: timeSchema.nullable().meta({
      description:
        'Time by which its next snapshot is expected, requested or not; null: it is not known, because the agent is Pending, Inactive or Replaced',
    }),
    autoTag: text('Laptops').nullable().meta({ description: 'Name of the tag of its join token' }),
    joinedAt: timeSchema,
  })
  .meta({ id: 'Agent' })
export type Agent = z.infer<typeof agentSchema>
export const agentListSchema = listOf(agentSchema).meta({ id: 'AgentList' })

export const agentQuerySchema = pageQuerySchema.extend({
  status: agentStatusSchema.optional(),
  version: z.string().min(1).max(256).optional().meta({ description: 'Exact value', example: '0.1.0' }),
  platform: agentPlatformSchema.optional(),
  problem: agentProblemSchema.optional().meta({ description: problemsInWords }),
  upgradeAvailable: booleanQuerySchema
    .optional()
    .meta({ description: 'true: only agents older than the collector; false: only others' }),
  q: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Part of the name, host name or operating system; ASCII letters in either case' }),
  sort: z
    .enum(['name', '-name', 'lastSeen', '-lastSeen', 'joinedAt', '-joinedAt'])
    .default('name')
    .meta({ description: 'Prefix `-`: descending; ties are sorted by id' }),
  ...exportShape,
})
export type AgentQuery = z.infer<typeof agentQuerySchema>

export const patchAgentSchema = z
  .strictObject({ name: nameSchema.nullable().meta({ description: 'null: show the host name', example: 'Reception' }) })
  .partial()
  .meta({ id: 'PatchAgent' })
export type PatchAgent = z.infer<typeof patchAgentSchema>

const count = z.int().meta({ example: 3 })
export const agentSummarySchema = z
  .object({
    total: count.meta({ description: 'Agents of the site, without replaced ones' }),
    upgradeAvailable: count,
    statuses: z.array(z.object({ status: agentStatusSchema, agents: count })),
    platforms: z.array(z.object({ platform: agentPlatformSchema, agents: count })),
    problems: z.array(z.object({ problem: agentProblemSchema, agents: count })),
    versions: z
      .array(z.object({ version: text('0.1.0'), agents: count }))
      .meta({ description: 'The 100 most frequent versions, most frequent first' }),
  })
  .meta({ id: 'AgentSummary' })
export type AgentSummary = z.infer<typeof agentSummarySchema>
