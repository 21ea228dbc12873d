import { gunzipSync } from 'node:zlib'
import { dictionaryIdHeader } from '@rollcall/shared/messages/agent-protocol.ts'
import {
  compressWith,
  dictionaryCoding,
  differenceBytesMax,
  encodeDifference,
} from '@rollcall/shared/node/differences/dcz.ts'
import { newestDictionary } from '@rollcall/shared/node/differences/dictionary.ts'
import { differenceBetween } from '@rollcall/shared/node/differences/snapshot-difference.ts'
import type { HttpResponse } from '@rollcall/shared/node/pinned-client.ts'
import type { Delivered } from './delivered-snapshot.ts'

/** A form in which a snapshot can be sent. */
export type Form = {
  headers: Record<string, string>
  body: Buffer
  /** Only id and time differ from the delivered snapshot, which stays the base of the next one. */
  isUnchanged?: true
}

/**
 * Returns the forms of a spooled snapshot, the smallest first. The collector refuses one whose dictionary it lacks, and
 * is sent the next one.
 */
export async function* formsOf(
  packed: Buffer,
  { acceptsDifferences, base }: { acceptsDifferences: boolean; base: Delivered | undefined },
): AsyncGenerator<Form, void, undefined> {
  const dcz = { 'Content-Encoding': dictionaryCoding }
  if (acceptsDifferences) {
    const body = gunzipSync(packed)
    const difference = base && differenceBetween(base.body, body)
    if (difference && (difference.isUnchanged || base.body.length <= differenceBytesMax)) {
      const headers = { ...dcz, [dictionaryIdHeader]: `"${base.snapshotId}"` }
      yield { headers, body: difference.body, ...(difference.isUnchanged && { isUnchanged: true }) }
    }
    const { digest, bytes } = await newestDictionary()
    yield { headers: dcz, body: encodeDifference({ digest, frame: compressWith(bytes, body) }) }
  }
  yield { headers: { 'Content-Encoding': 'gzip' }, body: packed }
}

/** Reports whether the collector reads differences: it lists its content codings (RFC 9110, section 12.5.3). */
export function acceptsDifferences({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',')
  return codings.some((coding) => coding.trim().toLowerCase() === dictionaryCoding)
}
