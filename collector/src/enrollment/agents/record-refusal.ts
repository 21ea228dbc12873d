import { DomainError, type ErrorCode } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { createLru } from '../../lib/cache.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'

/** Errors that an agent gets again for the same snapshot. After others it sends the snapshot again. */
const refusalCodes: readonly ErrorCode[] = [
  'validation_failed',
  'malformed_json',
  'payload_too_large',
  'not_identifiable',
]
const recordEveryMs = 60_000
const charactersMax = 1_000
/** Maximum number of agents in memory: one entry takes some 100 bytes. */
const agentsMax = 20_000

type RefusalRecorder = {
  /** Records that a snapshot of an agent was refused, at most once a minute. Other errors are not recorded. */
  record(agentId: string, error: unknown): Promise<void>
  /** Makes the next refusal count at once. Called after a snapshot of the agent was accepted. */
  forget(agentId: string): void
}

export function createRefusalRecorder(ctx: SystemContext): RefusalRecorder {
  const recordedAt = createLru<number>(agentsMax)
  return {
    async record(agentId, error) {
      if (!(error instanceof DomainError) || !refusalCodes.includes(error.code)) return
      if (performance.now() - (recordedAt.get(agentId) ?? -recordEveryMs) < recordEveryMs) return
      recordedAt.set(agentId, performance.now())
      const refusal = reasonOf(error)
      await ctx.store.write(async (tx) => {
        const { agents } = tx.tables(enrollmentTables)
        await tx
          .update(agents)
          .set({ refusedAt: nowOf(ctx), refusal, snapshotWantedAt: null })
          .where(eq(agents.id, agentId))
      })
    },
    forget: (agentId) => recordedAt.delete(agentId),
  }
}

/** Message of an error with the faults of its fields that it does not name itself. */
function reasonOf({ message, fields }: DomainError): string {
  const faults = fields.filter((fault) => !message.includes(fault.message))
  return [message, ...faults.map((fault) => `${fault.path}: ${fault.message}`)].join('; ').slice(0, charactersMax)
}
