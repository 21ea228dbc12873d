import type { CreateSnapshot, ImportResult } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../auth/authorise.ts'
import type { Context } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { submit } from './submit.ts'
import { writtenObservation } from './written.ts'

/** Keeps a snapshot that a caller wrote; the device is found by its identity, or made. `raw` is the body as it came. */
export async function createSnapshot(
  ctx: Context,
  ingest: Ingest,
  input: CreateSnapshot,
  raw: Buffer,
): Promise<ImportResult> {
  requireCapability(ctx, 'EditInventory')
  return submit(ctx, ingest, { observation: writtenObservation(input), raw })
}
