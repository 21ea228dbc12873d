import { createHash } from 'node:crypto'
import type { ImportResult } from '@rollcall/shared/api/import.ts'
import { requireCapability } from '../auth/authorise.ts'
import { type Context, nowOf } from '../context.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { importPartial } from './import-partial.ts'
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
  if (partial) return importPartial(ctx, ingest, { observation, document: partial, raw })
  return submit(ctx, ingest, { observation, raw })
}

/** A UUID of version 8 (RFC 9562) from the content, so that the same document has the same id. */
function idOfContent(raw: Buffer): string {
  const hex = createHash('sha256').update(raw).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
