import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { devicesPath } from './devices.ts'
import { request } from './request.ts'

/** The devices that the global search shows. */
export const deviceSearchOptions = (q: string) =>
  queryOptions({
    queryKey: ['devices', 'found', q],
    queryFn: ({ signal }) => request<List<DeviceListItem>>(devicesPath, { query: { q, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: q.length > 0,
  })
