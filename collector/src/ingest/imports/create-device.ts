import type { CreateDevice } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Ingest } from '../accept/ingest.ts'
import { submit } from './submit.ts'
import { writtenObservation } from './written.ts'

/**
 * Creates a device by hand, with a Manual snapshot, and gives its id. Fails with `device_exists` if the device exists.
 */
export async function createDevice(ctx: Context, ingest: Ingest, input: CreateDevice, raw: Buffer): Promise<string> {
  requireCapability(ctx, 'EditInventory')
  const { data, ...device } = input
  const observation = writtenObservation({ source: 'Manual', auditDate: nowOf(ctx), device, data })
  return (await submit(ctx, ingest, { observation, raw, onlyNew: true })).deviceId
}
