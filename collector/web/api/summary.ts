import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** The viewer's time zone, which sets where days begin. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

export const summaryOptions = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => request<SiteSummary>('/api/v1/summary', { query: { timeZone }, signal }),
  refetchInterval: 60_000,
})
