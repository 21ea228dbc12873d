import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import type { Context } from '../context.ts'
import { lastSnapshotOf } from '../devices/last-snapshot.ts'
import type { Delivery } from '../ingest/delivery.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { recognise } from '../ingest/recognise.ts'
import { readSnapshotData } from '../snapshots/data.ts'
import { overlay } from './glpi/partial.ts'
import type { GlpiDocument } from './glpi/schema.ts'
import { timeOf } from './glpi/values.ts'
import { deliver, resultOf } from './submit.ts'

type PartialImport = { observation: Observation; document: GlpiDocument; raw: Buffer }

/** Each but the first means that another import of the device was stored in the meantime. */
const triesMax = 16

/**
 * Brings what a partial document looked at up to date in the device's last import. That one is read before ingest's
 * transaction, which stores nothing where it is not the last one any more: then the document is laid over the one that
 * is, so that of two that come at once neither is lost.
 */
export async function importPartial(ctx: Context, ingest: Ingest, partial: PartialImport): Promise<ImportResult> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const outcome = await deliver(ctx, ingest, { ...(await laidOverLast(ctx, partial)), raw: partial.raw })
    if (outcome.status !== 'outdated') return resultOf(outcome)
  }
  throw new DomainError('rate_limited', 'Too many documents about this device come at once. Send it again later.')
}

async function laidOverLast(
  ctx: Context,
  { observation, document }: PartialImport,
): Promise<Pick<Delivery, 'observation' | 'laidOver'>> {
  const deviceId = await recognise(ctx, ctx.siteId, observation)
  if (deviceId === undefined) {
    throw new DomainError(
      'unknown_device',
      'A partial document does not make a device, and no device here is the one it is about; send a whole one first.',
    )
  }
  const last = await ctx.store.read(async (db) => {
    const found = await lastSnapshotOf(db, deviceId, 'Import')
    return found && { ...found, data: await readSnapshotData(db, found.snapshotId) }
  })
  if (!last?.data) return { observation, laidOver: { deviceId, snapshotId: last?.snapshotId ?? null } }
  const { snapshotId, auditDate, data } = last
  return {
    observation: observationSchema.parse({ ...observation, ...overlay(data, observation, document) }),
    laidOver: { deviceId, snapshotId, ...(isLate(document, auditDate) ? {} : { after: auditDate }) },
  }
}

/** Written before the last import was: it is kept, and that one stays the last. A document tells whole seconds. */
function isLate({ content }: GlpiDocument, auditDate: string): boolean {
  const logged = timeOf(content.accesslog?.logdate)
  return logged !== undefined && secondOf(logged) < secondOf(auditDate)
}

const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
