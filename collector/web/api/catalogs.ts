import type { List } from '@rollcall/shared/api/common.ts'
import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** Short lists that menus and filters offer whole. */
const wholeList = <T>(name: string, path: string) =>
  queryOptions({
    queryKey: [name, 'all'],
    queryFn: ({ signal }) => request<List<T>>(path, { query: { limit: 1000 }, signal }),
    staleTime: 60_000,
  })

export const tagsOptions = wholeList<Tag>('tags', '/api/v1/tags')
export const segmentsOptions = wholeList<SegmentListItem>('segments', '/api/v1/segments')
export const schedulesOptions = wholeList<Schedule>('schedules', '/api/v1/schedules')
