import type { List } from '@rollcall/shared/api/common.ts'
import type { CreateSegment, PatchSegment, Segment, SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'
import { resource } from './resource.ts'

const path = '/api/v1/segments'

const whole = resource<Segment, CreateSegment, PatchSegment>('segments', path)

/** Segments. One segment has all its settings; a list has fewer fields and the number of devices. */
export const segments = {
  name: whole.name,
  oneOptions: whole.oneOptions,
  create: whole.create,
  update: whole.update,
  remove: whole.remove,
  listOptions: (query: Query) =>
    queryOptions({
      queryKey: ['segments', 'list', query],
      queryFn: ({ signal }) => request<List<SegmentListItem>>(path, { query, signal }),
      placeholderData: keepPreviousData,
    }),
}

export const suggestionsOptions = (query: Query) =>
  queryOptions({
    queryKey: ['segments', 'suggestions', query],
    queryFn: ({ signal }) => request<List<SegmentSuggestion>>(`${path}/suggestions`, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const scanSegment = (id: string) => request<TaskAccepted>(`${path}/${id}/scan`, { method: 'POST' })
