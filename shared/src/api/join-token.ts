import { z } from 'zod'
import { joinKindSchema } from '../messages/join-kind.ts'
import { idSchema, listOf, pageQuerySchema, text, timeSchema } from './common.ts'
import { nameSchema } from './line.ts'

export const createJoinTokenSchema = z
  .strictObject({
    for: joinKindSchema,
    uses: z.int().min(1).max(100_000).default(1),
    ttlSeconds: z
      .int()
      .min(60)
      .max(365 * 24 * 3600)
      .default(3600),
    tag: nameSchema
      .meta({ example: 'Laptops' })
      .optional()
      .meta({ description: 'Name of a tag for the devices of the agents that join with it' }),
  })
  .meta({ id: 'CreateJoinToken', example: { for: 'agent', uses: 500, ttlSeconds: 604_800, tag: 'Laptops' } })
export type CreateJoinToken = z.infer<typeof createJoinTokenSchema>

/** A join token in the answer that creates it, the only one that contains its text. */
export const joinTokenSchema = z
  .object({
    id: idSchema,
    token: text('rcj1.eyJzIjoiWnEzdFc4bVZiMW5ZYzV4TGQ3a1IiLCJwIjoi…'),
    for: joinKindSchema,
    siteId: idSchema,
    uses: z.int(),
    expiresAt: timeSchema,
    installCommand: text(
      "curl -fsSko rollcall-agent.sh --pinnedpubkey 'sha256//…' https://collector.example:8443/install/agent && sudo sh rollcall-agent.sh rcj1.…",
    )
      .nullable()
      .meta({
        description:
          'Line for the shell of a Linux machine that installs the agent or the Audit Service from this collector and joins it with the token. Without the token at its end, it upgrades what has joined. Null if the collector offers no packages (its folder `packages` is empty)',
      }),
    uninstallCommand: text(
      "curl -fsSko rollcall-agent.sh --pinnedpubkey 'sha256//…' https://collector.example:8443/install/agent && sudo sh rollcall-agent.sh --uninstall",
    )
      .nullable()
      .meta({ description: 'Line for the shell that removes it again, with its data and settings' }),
    windowsInstallCommand: text(
      'cmd /c "cd /d %ProgramFiles% && curl -fSsko rollcall-agent-0.1.0-x64.msi --pinnedpubkey sha256//… https://collector.example:8443/install/packages/rollcall-agent-0.1.0-x64.msi && start /wait msiexec /i rollcall-agent-0.1.0-x64.msi /qn ROLLCALL_URL=https://collector.example:8443 ROLLCALL_TOKEN=rcj1.…"',
    )
      .nullable()
      .meta({
        description:
          'Line for an administrator of a Windows machine that installs the agent from this collector and joins it with the token. Null if the collector offers no .msi for the part',
      }),
    windowsUninstallCommand: text(
      'cmd /c "cd /d %ProgramFiles% && start /wait msiexec /x rollcall-agent-0.1.0-x64.msi /qn && del rollcall-agent-0.1.0-x64.msi"',
    )
      .nullable()
      .meta({ description: 'Line that removes this version of the agent from Windows again, with its data' }),
  })
  .meta({ id: 'JoinToken' })
export type JoinTokenMade = z.infer<typeof joinTokenSchema>

export const joinTokenListItemSchema = z
  .object({
    id: idSchema,
    for: joinKindSchema,
    siteId: idSchema,
    usesLeft: z.int(),
    expiresAt: timeSchema,
    tag: text('Laptops').nullable(),
    auditServiceId: idSchema.nullable().meta({ description: 'The Audit Service that may join again with it' }),
    agentId: idSchema.nullable().meta({ description: 'The agent that may join again with it' }),
    createdAt: timeSchema,
    createdBy: text('CMDB'),
  })
  .meta({ id: 'JoinTokenListItem' })
export type JoinTokenListItem = z.infer<typeof joinTokenListItemSchema>
export const joinTokenListSchema = listOf(joinTokenListItemSchema).meta({ id: 'JoinTokenList' })

export const joinTokenQuerySchema = pageQuerySchema.extend({ for: joinKindSchema.optional() })
export type JoinTokenQuery = z.infer<typeof joinTokenQuerySchema>
