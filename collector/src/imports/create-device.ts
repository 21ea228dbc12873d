import type { CreateDevice } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { requireCapability } from '../auth/authorise.ts'
import { type Context, nowOf } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { recognise } from '../ingest/recognise.ts'
import { submit } from './submit.ts'
import { writtenObservation } from './written.ts'

/** Makes a device by hand, with a Manual snapshot; gives its id. One that is there already is `device_exists`. */
export async function createDevice(ctx: Context, ingest: Ingest, input: CreateDevice, raw: Buffer): Promise<string> {
  requireCapability(ctx, 'EditInventory')
  const { data, ...device } = input
  const observation = writtenObservation({ source: 'Manual', auditDate: nowOf(ctx), device, data })
  const known = await recognise(ctx, ctx.siteId, observation)
  if (known !== undefined) {
    throw new DomainError('device_exists', `This is device ${known}; POST /api/v1/snapshots brings it up to date.`)
  }
  return (await submit(ctx, ingest, observation, raw)).deviceId
}
