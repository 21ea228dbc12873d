import type { List } from '@rollcall/shared/api/common.ts'
import type { ComplianceItem, ComplianceSummary } from '@rollcall/shared/api/compliance.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'

const path = '/api/v1/compliance'
/** Polls, because the collector evaluates changed rules in batches. */
const followed = { refetchInterval: 10_000 }

/** A page of the devices that do not comply. */
export const complianceOptions = (query: Query) =>
  queryOptions({
    queryKey: ['compliance', 'list', query],
    queryFn: ({ signal }) => request<List<ComplianceItem>>(path, { query, signal }),
    placeholderData: keepPreviousData,
    ...followed,
    select: ({ items, total }) => ({ items: items.map((item) => ({ ...item, id: item.deviceId })), total }),
  })

/** The findings of one device, and the rules of which it is not known whether the device keeps them. */
export const deviceComplianceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: ['compliance', 'device', deviceId],
    queryFn: async ({ signal }) => {
      const { items } = await request<List<ComplianceItem>>(path, { query: { deviceId }, signal })
      const { missing = [], forbidden = [], unknown = [] } = items[0] ?? {}
      return { missing, forbidden, unknown }
    },
  })

export const complianceSummaryOptions = queryOptions({
  ...readOptions<ComplianceSummary>(['compliance', 'summary'], `${path}/summary`),
  ...followed,
})
