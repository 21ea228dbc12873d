import type { Change } from '@rollcall/shared/api/change.ts'
import { ago } from '@rollcall/shared/lists/spans.ts'
import type { Query } from '../../../api/request.ts'
import type { ChangesState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { endOfDay, startOfDay } from '../../../ui/time-format.ts'

/** Converts the page's address to the API's filters. */
export function queryOf(state: ChangesState, now: number): Query {
  const { verb, entity, deviceId, softwareId, by, span, from, until } = state
  const within = span === undefined ? { from: startOfDay(from), to: endOfDay(until) } : { from: ago(span, now) }
  return { verb, entity, deviceId, softwareId, editedBy: by, ...within, ...pagingOf(state) }
}

export const isNarrowed = ({ verb, entity, deviceId, softwareId, by, span, from, until }: ChangesState): boolean =>
  [verb, entity, deviceId, softwareId, by, span, from, until].some((each) => each !== undefined)

/** Returns the names to offer for "Edited by": the signed-in user and the users of the shown entries. */
export function editorsOf(shown: readonly Change[], self: string): string[] {
  const edits = shown.filter(({ deviceId, entity }) => deviceId === null || !audited.has(entity))
  return [...new Set([self, ...edits.map(({ actor }) => actor)])]
}

const audited: ReadonlySet<string> = new Set(['Hardware', 'Network', 'Software'])
