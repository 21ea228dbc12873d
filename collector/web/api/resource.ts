import type { List } from '@rollcall/shared/api/common.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request, requestTagged, type Tagged } from './request.ts'

const shortMax = 1000

/**
 * What can be listed, read, made, changed and deleted at one path, such as tags. All it brings is kept under
 * `[name, …]`, so that `invalidateQueries({ queryKey: [name] })` has all of it read anew.
 */
export function resource<T, New = Partial<T>, Patch = Partial<New>>(name: string, path: string) {
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    name,
    path,
    listOptions: (query: Query) =>
      queryOptions({
        queryKey: [name, 'list', query],
        queryFn: ({ signal }) => request<List<T>>(path, { query, signal }),
        placeholderData: keepPreviousData,
      }),
    /** The whole of a short list. */
    allOptions: queryOptions({
      queryKey: [name, 'all'],
      queryFn: ({ signal }) => request<List<T>>(path, { query: { limit: shortMax }, signal }),
    }),
    oneOptions: (id: string) =>
      queryOptions({
        queryKey: [name, 'one', id],
        queryFn: ({ signal }): Promise<Tagged<T>> => requestTagged<T>(at(id), { signal }),
      }),
    read: (id: string) => requestTagged<T>(at(id)),
    create: <Made = T>(json: New) => request<Made>(path, { method: 'POST', json }),
    /** With the ETag of what was shown, it is refused (412) once somebody else has changed it. */
    update: (id: string, json: Patch, ifMatch?: string) => request<T>(at(id), { method: 'PATCH', json, ifMatch }),
    remove: (id: string) => request<void>(at(id), { method: 'DELETE' }),
  }
}
