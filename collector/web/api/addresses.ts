import type { AddressPeriod } from '@rollcall/shared/api/address-history.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions } from './read-options.ts'
import type { Query } from './request.ts'

/** A page of the devices that had an address. */
export const addressHistoryOptions = (query: Query & { address: string }) =>
  queryOptions({
    ...pageOptions<AddressPeriod>(['devices', 'addresses'], '/api/v1/address-history', query),
    enabled: query.address !== '',
  })
