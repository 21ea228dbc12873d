import type { List } from '@rollcall/shared/api/common.ts'
import type { ComplianceItem, ComplianceSummary } from '@rollcall/shared/api/compliance.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

const path = '/api/v1/compliance'
/** After a change of rules the collector judges the site a part at a time: what is on the page follows. */
const followed = { refetchInterval: 10_000 }

/** A row for each device that does not comply. */
export const complianceOptions = (query: Query) =>
  queryOptions({
    queryKey: ['compliance', 'list', query],
    queryFn: ({ signal }) => request<List<ComplianceItem>>(path, { query, signal }),
    placeholderData: keepPreviousData,
    ...followed,
    select: ({ items, total }) => ({ items: items.map((item) => ({ ...item, id: item.deviceId })), total }),
  })

/** What is found of one device; undefined where it complies. */
export const deviceComplianceOptions = (deviceId: string) =>
  queryOptions({
    queryKey: ['compliance', 'device', deviceId],
    queryFn: async ({ signal }) => {
      const { items } = await request<List<ComplianceItem>>(path, { query: { deviceId }, signal })
      return { missing: items[0]?.missing ?? [], forbidden: items[0]?.forbidden ?? [] }
    },
  })

export const complianceSummaryOptions = queryOptions({
  queryKey: ['compliance', 'summary'],
  queryFn: ({ signal }) => request<ComplianceSummary>(`${path}/summary`, { signal }),
  ...followed,
})
