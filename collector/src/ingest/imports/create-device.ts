import type { CreateDevice } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Ingest } from '../accept/ingest.ts'
import { submit } from './submit.ts'
import { writtenObservation } from './written.ts'

/** Makes a device by hand, with a Manual snapshot; gives its id. One that is there already is `device_exists`. */
export async function createDevice(ctx: Context, ingest: Ingest, input: CreateDevice, raw: Buffer): Promise<string> {
  requireCapability(ctx, 'EditInventory')
  const { data, ...device } = input
  const observation = writtenObservation({ source: 'Manual', auditDate: nowOf(ctx), device, data })
  return (await submit(ctx, ingest, { observation, raw, onlyNew: true })).deviceId
}
