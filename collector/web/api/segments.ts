import type { CreateSegment, PatchSegment, Segment, SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import type { TaskAccepted } from '@rollcall/shared/api/task.ts'
import { pageOptions } from './read-options.ts'
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
  listOptions: (query: Query) => pageOptions<SegmentListItem>(['segments', 'list'], path, query),
}

export const suggestionsOptions = (query: Query) =>
  pageOptions<SegmentSuggestion>(['segments', 'suggestions'], `${path}/suggestions`, query)

export const scanSegment = (id: string) => request<TaskAccepted>(`${path}/${id}/scan`, { method: 'POST' })
