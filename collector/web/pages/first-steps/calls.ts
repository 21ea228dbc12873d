import type { CreateSegment, Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskAccepted, TaskRecord } from '@rollcall/shared/api/task.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../api/request.ts'

const path = '/api/v1/segments'

export const createRangeSegment = (json: Pick<CreateSegment, 'name' | 'addresses' | 'auditServiceId'>) =>
  request<Segment>(path, { method: 'POST', json: { ...json, type: 'ip-range' } })

export const scanSegment = (id: string) => request<TaskAccepted>(`${path}/${id}/scan`, { method: 'POST' })

export const taskOptions = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => request<TaskRecord>(`/api/v1/tasks/${id}`, { signal }),
  })
