import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { request } from './request.ts'

export const alertsOptions = queryOptions({
  ...readOptions<List<Alert>>(['alerts'], '/api/v1/alerts'),
  refetchInterval: 60_000,
})

/** Confirms the held job of an alert. The API refuses if the job now concerns another count. */
export const confirmAlert = (id: string, count: number) =>
  request<void>(`/api/v1/alerts/${encodeURIComponent(id)}/confirm`, { method: 'POST', json: { count } })
