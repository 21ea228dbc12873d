import { newId } from '@rollcall/shared/ids.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import type { Context } from '../../lib/context.ts'

/** For tests: creates a computer that its agent has audited, with the observation that the agent sent. */
export async function auditedComputer(ctx: Context) {
  const observation = observationSchema.parse({
    schemaVersion: 1,
    id: newId(),
    source: 'Agent',
    observedAt: '2026-11-20T08:00:00Z',
    type: 'computer',
    name: 'pc-1',
    identity: { agentId: newId() },
    software: [{ name: 'vim', version: '9.1' }],
    depth: 'audit',
  })
  const raw = Buffer.from('what the agent sent')
  const delivery = { siteId: ctx.siteId, observation, raw, actor: 'agent pc-1' }
  return { ...(await createIngest(ctx).submit(delivery)), raw }
}
