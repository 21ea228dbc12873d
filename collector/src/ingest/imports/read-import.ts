import { createHash } from 'node:crypto'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type PackedPayload, packPayload } from '../../snapshots/write/raw-payloads.ts'
import type { GlpiDocument } from '../glpi/glpi-schema.ts'
import { parseJson } from '../reading/parse-json.ts'
import { plausible } from '../reading/plausible-times.ts'
import { type Reading, readingOf } from '../reading/reading.ts'
import { readDocument } from './read-document.ts'

/** `glpi-agent` also accepts the messages by which GLPI's agents make contact. */
export type ImportInput = { now: string; from: 'caller' | 'glpi-agent' }

/** A document that was read. A partial one is laid over the device's last import later, when that is loaded. */
export type ReadDocument =
  | { kind: 'whole'; reading: Reading }
  | { kind: 'partial'; observation: Observation; document: GlpiDocument; packed: PackedPayload }
export type ReadImport = { kind: 'contact' } | ReadDocument

export async function readImport(raw: Buffer, { now, from }: ImportInput): Promise<ReadImport> {
  if (from === 'glpi-agent' && isProlog(raw)) return { kind: 'contact' }
  const json = parseJson(raw)
  if (from === 'glpi-agent' && Object(json).action === 'contact') return { kind: 'contact' }
  const { observation, partial } = readDocument(json, { id: idOfContent(raw), now })
  if (partial) return { kind: 'partial', observation, document: partial, packed: await packPayload(raw) }
  return { kind: 'whole', reading: await readingOf(plausible(observation, now), raw) }
}

const prologBytesMax = 4096

/** Detects the XML of an agent that has yet to learn its server's protocol. */
function isProlog(raw: Buffer): boolean {
  const text = raw.toString('latin1', 0, prologBytesMax)
  return /^\s*</.test(text) && /<QUERY>\s*PROLOG\s*<\/QUERY>/i.test(text)
}

/** Derives a UUID of version 8 (RFC 9562) from the content, so that identical documents have one id. */
function idOfContent(raw: Buffer): string {
  const hex = createHash('sha256').update(raw).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
