import type { Change } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type {
  Installation,
  PatchSoftware,
  Publisher,
  SoftwareListItem,
  SoftwareProduct,
} from '@rollcall/shared/api/software.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

const path = '/api/v1/software'
const at = (id: string) => `${path}/${encodeURIComponent(id)}`

export const softwareListOptions = (query: Query) =>
  queryOptions({
    queryKey: ['software', 'list', query],
    queryFn: ({ signal }) => request<List<SoftwareListItem>>(path, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const softwareOptions = (id: string) =>
  queryOptions({
    queryKey: ['software', 'one', id],
    queryFn: ({ signal }) => request<SoftwareProduct>(at(id), { signal }),
  })

export const installationsPath = (id: string) => `${at(id)}/installations`

export const installationsOptions = (id: string, query: Query) =>
  queryOptions({
    queryKey: ['software', 'one', id, 'installations', query],
    queryFn: ({ signal }) => request<List<Installation>>(installationsPath(id), { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The change log of a product, or of a name group with all its versions. */
export const softwareChangesOptions = (softwareId: string, query: Query) =>
  queryOptions({
    queryKey: ['software', 'one', softwareId, 'changes', query],
    queryFn: ({ signal }) =>
      request<List<Change>>(`${path}/change-history`, { query: { softwareId, ...query }, signal }),
    placeholderData: keepPreviousData,
  })

export const classifySoftware = (id: string, json: PatchSoftware) =>
  request<SoftwareProduct>(at(id), { method: 'PATCH', json })

/** Publishers by number of products, largest first. */
export const publishersOptions = queryOptions({
  queryKey: ['software', 'publishers'],
  queryFn: ({ signal }) => request<List<Publisher>>(`${path}/publishers`, { query: { limit: 1000 }, signal }),
  staleTime: 60_000,
})
