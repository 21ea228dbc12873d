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
  ...filters
}: DeviceListState): boolean => Object.values(filters).some((each) => each !== undefined)
