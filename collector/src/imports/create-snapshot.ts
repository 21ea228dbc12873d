import type { CreateSnapshot, ImportResult } from '@rollcall/shared/api/import.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../auth/authorise.ts'
import type { Context } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { submit } from './submit.ts'
import { writtenObservation } from './written.ts'

/** So far the clock of a caller may be ahead of ours; the snapshot is then one of now. */
const aheadMsMax = 5 * 60_000

/** Keeps a snapshot that a caller wrote; the device is found by its identity, or made. `raw` is the body as it came. */
export async function createSnapshot(
  ctx: Context,
  ingest: Ingest,
  input: CreateSnapshot,
  raw: Buffer,
): Promise<ImportResult> {
  requireCapability(ctx, 'EditInventory')
  const auditedAt = Date.parse(input.auditDate)
  if (auditedAt <= 0 || auditedAt > ctx.clock.now().getTime() + aheadMsMax) {
    throw invalidField('/auditDate', 'must be after 1970 and not in the future')
  }
  return submit(ctx, ingest, { observation: writtenObservation(input), raw })
}
