import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import { markOf } from './fingerprint.ts'
import { parseJson } from './parse-json.ts'
import { plausible } from './plausible.ts'
import { type Reading, readingOf } from './reading.ts'
import { byRightClock } from './right-clock.ts'
import { parseBody } from './validation.ts'

/** Reads what an agent sent; throws a DomainError where it is not an observation. `aheadMs`: of its clock. */
export async function readSnapshot(raw: Buffer, { now, aheadMs }: { now: string; aheadMs: number }): Promise<Reading> {
  const json = parseJson(raw)
  const told = parseBody(lenientObservationSchema, json)
  const observation = plausible(byRightClock(told, aheadMs), now)
  // What cannot be now may be so another time.
  return { ...(await readingOf(observation, raw)), mark: observation === told ? markOf(raw, json) : undefined }
}
