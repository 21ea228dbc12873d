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

/** Parts of the address that are known at past times; `sort` only by columns that are: not by `lastSeen`. */
const pastKeys: readonly string[] = ['q', 'type', 'tag', 'segmentId', 'sort', 'page', 'size', 'asOf']

const isKnown = (state: DeviceListState, key: string): boolean =>
  state.asOf === undefined || (pastKeys.includes(key) && !(key === 'sort' && state.sort?.endsWith('lastSeen')))

/** The part of the address that the list shows: all of it now, and at a past time what is known of that time. */
export const shownState = (state: DeviceListState): DeviceListState =>
  Object.fromEntries(Object.entries(state).filter(([key]) => isKnown(state, key)))

/** The keys of the address that the list cannot show, as they are not known for its time. */
export const omittedKeys = (state: DeviceListState): string[] =>
  Object.keys(state).filter((key) => state[key as keyof DeviceListState] !== undefined && !isKnown(state, key))
