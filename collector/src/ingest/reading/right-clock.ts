import { counted } from '@rollcall/shared/counted.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { earlier } from '../../lib/shift-time.ts'
import { linesMax } from './plausible-times.ts'

/** Detects the report of a repaired time, which says nothing about the data of a snapshot. */
export const isAboutTime = (line: string): boolean => line.startsWith('observedAt: ')

/**
 * Corrects the time of an observation by a clock that is `aheadMs` ahead, or behind if negative. `truncated` lists the
 * correction.
 */
export function byRightClock<O extends Pick<Observation, 'observedAt' | 'truncated'>>(
  observation: O,
  aheadMs: number,
): O {
  if (aheadMs === 0) return observation
  const { observedAt: reportedAt, truncated } = observation
  const observedAt = earlier(reportedAt, aheadMs)
  const off = `${counted(Math.round(Math.abs(aheadMs) / 60_000), 'minute')} ${aheadMs > 0 ? 'ahead' : 'behind'}`
  return {
    ...observation,
    observedAt,
    truncated: [`observedAt: ${reportedAt} by a clock ${off}: taken as ${observedAt}`, ...truncated].slice(0, linesMax),
  }
}
