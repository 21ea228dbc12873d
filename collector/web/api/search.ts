import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { SearchResultList } from '@rollcall/shared/api/search.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { devicesPath } from './devices.ts'
import { pageOptions, readOptions } from './read-options.ts'

/** Devices, switch ports and MACs that the global search finds. */
export const searchOptions = (q: string) =>
  queryOptions({
    ...readOptions<SearchResultList>(['devices', 'search', q], '/api/v1/search', { q, limit: 8 }),
    placeholderData: keepPreviousData,
    enabled: q.length > 0,
  })

/** The devices that a field offers to choose from. */
export const deviceSearchOptions = (q: string) =>
  queryOptions({
    ...pageOptions<DeviceListItem>(['devices', 'found'], devicesPath, { q, limit: 8 }),
    enabled: q.length > 0,
  })
