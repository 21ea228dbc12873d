import { createHash } from 'node:crypto'
import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { requireCapability } from '../auth/authorise.ts'
import { type Context, nowOf } from '../context.ts'
import { lastSnapshotOf } from '../devices/last-snapshot.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { recognise } from '../ingest/recognise.ts'
import { readSnapshotData } from '../snapshots/data.ts'
import { overlay } from './glpi/partial.ts'
import type { GlpiDocument } from './glpi/schema.ts'
import { readDocument } from './read-document.ts'
import { submit } from './submit.ts'

/**
 * Takes in a document as a snapshot of origin Import; `raw`, the bytes as they came, is its raw payload. The same bytes
 * again change nothing. A partial document brings its part of a known device up to date and makes none:
 * `unknown_device`.
 */
export async function importDocument(
  ctx: Context,
  ingest: Ingest,
  { document, raw }: { document: unknown; raw: Buffer },
): Promise<ImportResult> {
  requireCapability(ctx, 'EditInventory')
  const { observation, partial } = readDocument(document, { id: idOfContent(raw), now: nowOf(ctx) })
  const whole = partial ? await completed(ctx, observation, partial) : observation
  return submit(ctx, ingest, { observation: whole, raw })
}

async function completed(ctx: Context, observation: Observation, partial: GlpiDocument): Promise<Observation> {
  const deviceId = await recognise(ctx, ctx.siteId, observation)
  if (deviceId === undefined) {
    throw new DomainError(
      'unknown_device',
      'A partial document does not make a device, and no device here is the one it is about; send a whole one first.',
    )
  }
  const before = await ctx.store.read(async (db) => {
    const snapshotId = await lastSnapshotOf(db, deviceId, 'Import')
    return snapshotId === null ? null : readSnapshotData(db, snapshotId)
  })
  return observationSchema.parse({ ...observation, ...(before ? overlay(before, observation, partial) : {}) })
}

/** A UUID of version 8 (RFC 9562) from the content, so that the same document has the same id. */
function idOfContent(raw: Buffer): string {
  const hex = createHash('sha256').update(raw).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
