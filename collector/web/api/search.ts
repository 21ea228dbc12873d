import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { SearchResultList } from '@rollcall/shared/api/search.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { devicesPath } from './devices.ts'
import { request } from './request.ts'

/** Devices, switch ports and MACs that the global search finds. */
export const searchOptions = (q: string) =>
  queryOptions({
    queryKey: ['devices', 'search', q],
    queryFn: ({ signal }) => request<SearchResultList>('/api/v1/search', { query: { q, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q.length > 0,
  })

/** The devices that a field offers to choose from. */
export const deviceSearchOptions = (q: string) =>
  queryOptions({
    queryKey: ['devices', 'found', q],
    queryFn: ({ signal }) => request<List<DeviceListItem>>(devicesPath, { query: { q, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q.length > 0,
  })
