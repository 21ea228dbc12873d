import { deviceFilterOf } from '@rollcall/shared/lists/device-filter.ts'
import type { Query } from '../../api/request.ts'
import type { DeviceListState } from '../../table/list-search.ts'
import { pagingOf } from '../../table/paging.ts'

export const queryOf = (state: DeviceListState, now: number): Query => ({
  ...deviceFilterOf(state, now),
  ...pagingOf(state),
})

export const isNarrowed = ({
  page: _,
  size: __,
  sort: ___,
  columns: ____,
  view: _____,
  asOf: ______,
  ...filters
}: DeviceListState): boolean => Object.values(filters).some((each) => each !== undefined)

/** The state of the list at a past time: without the filters and the order that only the present list has. */
export function asOfState(state: DeviceListState, asOf: string): Partial<DeviceListState> {
  const past = ['q', 'type', 'tag', 'segmentId', 'size', 'sort']
  const only = Object.keys(state).filter(
    (key) => !past.includes(key) || (key === 'sort' && state.sort?.endsWith('lastSeen')),
  )
  return { ...Object.fromEntries(only.map((key) => [key, undefined])), asOf }
}
