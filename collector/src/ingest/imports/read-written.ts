import { createSnapshotSchema } from '@rollcall/shared/api/import.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { parseStrictJson } from '../reading/parse-json.ts'
import { plausible } from '../reading/plausible-times.ts'
import { type Reading, readingOf } from '../reading/reading.ts'
import { parseBody } from '../reading/validation.ts'
import { writtenObservation } from './written.ts'

/** A caller's clock may be ahead of ours by this much. The snapshot is then dated now. */
const aheadMsMax = 5 * 60_000

/** Reads a snapshot that a caller wrote. */
export async function readWritten(raw: Buffer, { now }: { now: string }): Promise<Reading> {
  const input = parseBody(createSnapshotSchema, parseStrictJson(raw))
  const auditedAt = Date.parse(input.auditDate)
  if (auditedAt <= 0 || auditedAt > Date.parse(now) + aheadMsMax) {
    throw invalidField('/auditDate', 'must be after 1970 and not in the future')
  }
  return readingOf(plausible(writtenObservation(input), now), raw)
}
