import type { Change } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

/** A page of the site's change log. */
export const changesOptions = (query: Query) =>
  queryOptions({
    queryKey: ['changes', 'list', query],
    queryFn: ({ signal }) => request<List<Change>>('/api/v1/software/change-history', { query, signal }),
    placeholderData: keepPreviousData,
  })
