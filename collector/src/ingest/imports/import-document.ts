import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import type { Ingest } from '../accept/ingest.ts'
import type { Reader, Sent } from '../reading/reader.ts'
import { deliveryOf } from '../reading/reading.ts'
import { importPartial } from './import-partial.ts'
import type { ReadDocument } from './read-import.ts'
import { submit } from './submit.ts'

/**
 * Stores a document as a snapshot of origin Import. Its raw payload is the document before compression, so identical
 * bytes change nothing. A partial document updates its part of an existing device and creates none: it fails with
 * `unknown_device`.
 */
export async function importDocument(ctx: Context, ingest: Ingest, reader: Reader, sent: Sent): Promise<ImportResult> {
  requireCapability(ctx, 'EditInventory')
  const read = await reader.read('import', sent, { now: nowOf(ctx), from: 'caller' })
  if (read.kind === 'contact') throw new Error('only GLPI agents send contact messages')
  return store(ctx, ingest, reader, sent, read)
}

/** Handles a message of a GLPI agent. One that only makes contact stores nothing. */
export async function takeGlpiMessage(ctx: Context, ingest: Ingest, reader: Reader, sent: Sent): Promise<void> {
  requireCapability(ctx, 'EditInventory')
  const read = await reader.read('import', sent, { now: nowOf(ctx), from: 'glpi-agent' })
  if (read.kind !== 'contact') await store(ctx, ingest, reader, sent, read)
}

function store(
  ctx: Context,
  ingest: Ingest,
  reader: Reader,
  { sender }: Sent,
  read: ReadDocument,
): Promise<ImportResult> {
  return read.kind === 'partial'
    ? importPartial(ctx, ingest, reader, { ...read, sender })
    : submit(ctx, ingest, deliveryOf(read.reading))
}
