import type { Query } from '../../../api/request.ts'
import { pagingOf } from '../../../table/paging.ts'
import type { ChangesState } from '../../search.ts'
import { ago } from '../../spans.ts'
import { endOfDay, startOfDay } from './days.ts'

/** What an address means to the API. */
export function queryOf(state: ChangesState, now: number): Query {
  const { verb, entity, deviceId, softwareId, span, from, until } = state
  const within = span === undefined ? { from: startOfDay(from), to: endOfDay(until) } : { from: ago(span, now) }
  return { verb, entity, deviceId, softwareId, ...within, ...pagingOf(state) }
}

export const isNarrowed = ({ verb, entity, deviceId, softwareId, span, from, until }: ChangesState): boolean =>
  [verb, entity, deviceId, softwareId, span, from, until].some((each) => each !== undefined)
