import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context } from '../../lib/context.ts'
import type { PreparedDelivery } from '../accept/delivery.ts'
import type { Delivery, Ingest, IngestOutcome } from '../accept/ingest.ts'

type Written =
  | (Pick<Delivery, 'observation' | 'onlyNew'> & { raw: Buffer })
  | Pick<PreparedDelivery, 'prepared' | 'packed' | 'laidOver'>

/**
 * Submits an observation that a caller wrote or imported. An audit always leaves a snapshot. Fails with
 * `device_exists`, and stores nothing, if the observation was to create a device that exists.
 */
export async function submit(ctx: Context, ingest: Ingest, written: Written): Promise<ImportResult> {
  return resultOf(await deliver(ctx, ingest, written))
}

export function deliver({ actor, siteId }: Context, ingest: Ingest, written: Written): Promise<IngestOutcome> {
  const origin = { siteId, actor: actor.name, caller: { kind: actor.kind, id: actor.id } }
  return 'prepared' in written
    ? ingest.submitPrepared({ ...written, ...origin })
    : ingest.submit({ ...written, ...origin })
}

export function resultOf({ status, deviceId, snapshotId, isNew }: IngestOutcome): ImportResult {
  if (status === 'known') {
    throw new DomainError('device_exists', `This is device ${deviceId}. Use POST /api/v1/snapshots to update it.`)
  }
  if (status === 'outdated' || snapshotId === null) throw new Error(`no snapshot was kept for device ${deviceId}`)
  return { status, deviceId, snapshotId, isNew }
}
