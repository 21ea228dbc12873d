import type { List } from '@rollcall/shared/api/common.ts'
import type { SnapshotDiff, SnapshotListItem, SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

const snapshotsPath = '/api/v1/snapshots'

export const deviceSnapshotsOptions = (deviceId: string, query: Query) =>
  queryOptions({
    queryKey: ['devices', 'one', deviceId, 'snapshots', query],
    queryFn: ({ signal }) =>
      request<List<SnapshotListItem>>(`/api/v1/devices/${deviceId}/snapshots`, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A snapshot never changes, so its queries never become stale. */
const forGood = { staleTime: Number.POSITIVE_INFINITY }

export const reportOptions = (id: string) =>
  queryOptions({
    queryKey: ['snapshots', id, 'report'],
    queryFn: ({ signal }) => request<SnapshotReport>(`${snapshotsPath}/${id}/report`, { signal }),
    ...forGood,
  })

export const diffOptions = (id: string, otherId: string) =>
  queryOptions({
    queryKey: ['snapshots', id, 'diff', otherId],
    queryFn: ({ signal }) => request<SnapshotDiff>(`${snapshotsPath}/${id}/diff/${otherId}`, { signal }),
    ...forGood,
  })

export const dataPath = (id: string) => `${snapshotsPath}/${id}/download`
export const rawPath = (id: string) => `${snapshotsPath}/${id}/raw`
