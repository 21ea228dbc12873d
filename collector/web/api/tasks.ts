import type { List } from '@rollcall/shared/api/common.ts'
import type { TaskRecord, TaskStatus } from '@rollcall/shared/api/task.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

const shown = 20
const ofStatus = (status: TaskStatus, signal: AbortSignal) =>
  request<List<TaskRecord>>('/api/v1/tasks', { query: { status, limit: shown }, signal })

/** Those that run, then those that wait. Looked at often while there are some. */
export const runningTasksOptions = queryOptions({
  queryKey: ['tasks', 'running'],
  queryFn: async ({ signal }) => {
    const [running, queued] = await Promise.all([ofStatus('Running', signal), ofStatus('Queued', signal)])
    return { items: [...running.items, ...queued.items], total: running.total + queued.total }
  },
  refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? 2_000 : 15_000),
})

export const cancelTask = (id: string) => request<TaskRecord>(`/api/v1/tasks/${id}/cancel`, { method: 'POST' })
