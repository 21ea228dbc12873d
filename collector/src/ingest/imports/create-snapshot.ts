import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Ingest } from '../accept/ingest.ts'
import type { Reader, Sent } from '../reading/reader.ts'
import { deliveryOf } from '../reading/reading.ts'
import { submit } from './submit.ts'

/**
 * Stores a snapshot that a caller wrote. Its identity finds the device, or a new one is created. `sent` is the body as
 * received.
 */
export async function createSnapshot(ctx: Context, ingest: Ingest, reader: Reader, sent: Sent): Promise<ImportResult> {
  requireCapability(ctx, 'EditInventory')
  const reading = await reader.read('written', sent, { now: nowOf(ctx) })
  return submit(ctx, ingest, deliveryOf(reading))
}
