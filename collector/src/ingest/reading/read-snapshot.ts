import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import { digestOf } from '@rollcall/shared/node/differences/dcz.ts'
import { fingerprintOf } from '@rollcall/shared/node/differences/fingerprint.ts'
import { incompletePaths } from '../completion/paths.ts'
import { parseJson } from './parse-json.ts'
import { plausible } from './plausible-times.ts'
import { type Reading, readingOf } from './reading.ts'
import { byRightClock } from './right-clock.ts'
import { parseBody } from './validation.ts'

/**
 * Reads an agent's body. Throws a DomainError if it is not an observation. `aheadMs` is the lead of the agent's clock.
 */
export async function readSnapshot(raw: Buffer, { now, aheadMs }: { now: string; aheadMs: number }): Promise<Reading> {
  const json = parseJson(raw)
  const parsed = parseBody(lenientObservationSchema, json)
  const observation = plausible(byRightClock(parsed, aheadMs), now)
  // A value that is implausible now may be plausible later, and a part that was not read is completed from the snapshot
  // before. Such an observation gets no fingerprint.
  const isWhole = observation === parsed && incompletePaths(parsed).length === 0
  const fingerprint = isWhole ? fingerprintOf(raw, json) : undefined
  return {
    ...(await readingOf(observation, raw)),
    fingerprint,
    digest: fingerprint && digestOf(raw).toString('base64'),
  }
}
