import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { queryOptions } from '@tanstack/react-query'
import { shownTimeZone } from '../ui/time-format.ts'
import { request } from './request.ts'

export const summaryOptions = queryOptions({
  queryKey: ['summary'],
  // The time zone of shown times sets where days begin.
  queryFn: ({ signal }) => request<SiteSummary>('/api/v1/summary', { query: { timeZone: shownTimeZone() }, signal }),
  refetchInterval: 60_000,
})
