import type { Change } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type {
  Installation,
  PatchSoftware,
  Publisher,
  SoftwareListItem,
  SoftwareProduct,
} from '@rollcall/shared/api/software.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'

const path = '/api/v1/software'
const at = (id: string) => `${path}/${encodeURIComponent(id)}`

export const softwareListOptions = (query: Query) => pageOptions<SoftwareListItem>(['software', 'list'], path, query)

export const softwareOptions = (id: string) => readOptions<SoftwareProduct>(['software', 'one', id], at(id))

export const installationsPath = (id: string) => `${at(id)}/installations`

export const installationsOptions = (id: string, query: Query) =>
  pageOptions<Installation>(['software', 'one', id, 'installations'], installationsPath(id), query)

/** The change log of a product, or of a name group with all its versions. */
export const softwareChangesOptions = (softwareId: string, query: Query) =>
  pageOptions<Change>(['software', 'one', softwareId, 'changes'], `${path}/change-history`, { softwareId, ...query })

export const classifySoftware = (id: string, json: PatchSoftware) =>
  request<SoftwareProduct>(at(id), { method: 'PATCH', json })

/** Publishers by number of products, largest first. */
export const publishersOptions = queryOptions({
  ...readOptions<List<Publisher>>(['software', 'publishers'], `${path}/publishers`, { limit: 1000 }),
  staleTime: 60_000,
})
