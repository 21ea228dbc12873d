import type { List } from '@rollcall/shared/api/common.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request, requestTagged, type Tagged } from './request.ts'

const shortMax = 1000

/**
 * Builds list, read, create, change and delete calls for one path, such as tags. All queries are cached under `[name,
 * …]`, so that `invalidateQueries({ queryKey: [name] })` refreshes them all.
 */
export function resource<T, New = Partial<T>, Patch = Partial<New>>(name: string, path: string) {
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    name,
    path,
    listOptions: (query: Query) => pageOptions<T>([name, 'list'], path, query),
    /** The whole of a short list. */
    allOptions: readOptions<List<T>>([name, 'all'], path, { limit: shortMax }),
    oneOptions: (id: string) =>
      queryOptions({
        queryKey: [name, 'one', id],
        queryFn: ({ signal }): Promise<Tagged<T>> => requestTagged<T>(at(id), { signal }),
      }),
    read: (id: string) => requestTagged<T>(at(id)),
    create: <Made = T>(json: New) => request<Made>(path, { method: 'POST', json }),
    /** Updates an item. With the ETag that was shown, the API refuses (412) after somebody else's change. */
    update: (id: string, json: Patch, ifMatch?: string) => request<T>(at(id), { method: 'PATCH', json, ifMatch }),
    remove: (id: string) => request<void>(at(id), { method: 'DELETE' }),
  }
}
