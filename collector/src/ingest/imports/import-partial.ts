import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { lastSnapshotOf } from '../../devices/detail/last-snapshot.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { PackedPayload } from '../../snapshots/write/raw-payloads.ts'
import type { PreparedDelivery } from '../accept/delivery.ts'
import type { Ingest } from '../accept/ingest.ts'
import { readEarlier } from '../completion/read-earlier.ts'
import { untilCurrent } from '../completion/submit-completed.ts'
import type { GlpiDocument } from '../glpi/glpi-schema.ts'
import { timeOf } from '../glpi/glpi-values.ts'
import { recognise } from '../match/find-device.ts'
import type { Sender } from '../reading/fair-queue.ts'
import type { Reader } from '../reading/reader.ts'
import { preparedOf } from '../reading/reading.ts'
import { deliver, resultOf } from './submit.ts'

type PartialImport = { sender: Sender; observation: Observation; document: GlpiDocument; packed: PackedPayload }

/**
 * Updates the reported sections of a partial document in the device's last import. That import is read before ingest's
 * transaction. If it is no longer the last one by then, nothing is stored and the document is laid over the new one, so
 * that neither of two simultaneous imports is lost.
 */
export async function importPartial(
  ctx: Context,
  ingest: Ingest,
  reader: Reader,
  partial: PartialImport,
): Promise<ImportResult> {
  const { packed } = partial
  const submit = async () => deliver(ctx, ingest, { ...(await laidOverLast(ctx, reader, partial)), packed })
  return resultOf(await untilCurrent(submit, 'documents for this device'))
}

async function laidOverLast(
  ctx: Context,
  reader: Reader,
  { sender, observation, document }: PartialImport,
): Promise<Pick<PreparedDelivery, 'prepared' | 'laidOver'>> {
  const deviceId = await recognise(ctx, { siteId: ctx.siteId, observation, actor: '' })
  if (deviceId === undefined) {
    throw new DomainError('unknown_device', 'No device matches this partial document. Send a whole document first.')
  }
  const last = await ctx.store.read(async (db) => {
    const found = await lastSnapshotOf(db, deviceId, 'Import')
    return found && { ...found, earlier: await readEarlier(db, deviceId, 'Import', found.auditDate) }
  })
  const input = { now: nowOf(ctx), observation, document, last: last?.earlier?.data }
  const prepared = preparedOf(await reader.readOverlay(sender, input))
  if (!last) return { prepared, laidOver: { deviceId, snapshotId: null } }
  const { snapshotId, auditDate } = last
  return { prepared, laidOver: { deviceId, snapshotId, ...(isLate(document, auditDate) ? {} : { after: auditDate }) } }
}

/**
 * Detects a document written before the last import. It is stored, and the last import stays the last. Documents give
 * whole seconds.
 */
function isLate({ content }: GlpiDocument, auditDate: string): boolean {
  const logged = timeOf(content.accesslog?.logdate)
  return logged !== undefined && secondOf(logged) < secondOf(auditDate)
}

const secondOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
