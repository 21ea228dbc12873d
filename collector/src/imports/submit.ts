import type { ImportResult } from '@rollcall/shared/api/import.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { Context } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'

/** Hands what a caller wrote or imported to ingest. An audit is always kept, so there is a snapshot. */
export async function submit(
  ctx: Context,
  ingest: Ingest,
  observation: Observation,
  raw: Buffer,
): Promise<ImportResult> {
  const { actor, siteId } = ctx
  const caller = { kind: actor.kind, id: actor.id }
  const outcome = await ingest.submit({ siteId, observation, raw, actor: actor.name, caller })
  const { status, deviceId, snapshotId, isNew } = outcome
  if (snapshotId === null) throw new Error(`no snapshot was kept of observation ${observation.id}`)
  return { status, deviceId, snapshotId, isNew }
}
