import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context } from '../context.ts'
import type { Delivery, Ingest } from '../ingest/ingest.ts'

/**
 * Hands what a caller wrote or imported to ingest. An audit is always kept, so there is a snapshot. `device_exists`
 * where it was only to make a new device, and nothing is stored then.
 */
export async function submit(
  ctx: Context,
  ingest: Ingest,
  delivery: Pick<Delivery, 'observation' | 'onlyNew'> & { raw: Buffer },
): Promise<ImportResult> {
  const { actor, siteId } = ctx
  const caller = { kind: actor.kind, id: actor.id }
  const { status, deviceId, snapshotId, isNew } = await ingest.submit({
    ...delivery,
    siteId,
    actor: actor.name,
    caller,
  })
  if (status === 'known') {
    throw new DomainError('device_exists', `This is device ${deviceId}; POST /api/v1/snapshots brings it up to date.`)
  }
  if (snapshotId === null) throw new Error(`no snapshot was kept of observation ${delivery.observation.id}`)
  return { status, deviceId, snapshotId, isNew }
}
