import type { AddressPeriod } from '@rollcall/shared/api/address-history.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

/** A page of the devices that had an address. */
export const addressHistoryOptions = (query: Query & { address: string }) =>
  queryOptions({
    queryKey: ['devices', 'addresses', query],
    queryFn: ({ signal }) => request<List<AddressPeriod>>('/api/v1/address-history', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: query.address !== '',
  })
