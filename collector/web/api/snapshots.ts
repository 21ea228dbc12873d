import type { SnapshotDiff, SnapshotListItem, SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { queryOptions } from '@tanstack/react-query'
import { pageOptions, readOptions } from './read-options.ts'
import type { Query } from './request.ts'

const snapshotsPath = '/api/v1/snapshots'

export const deviceSnapshotsOptions = (deviceId: string, query: Query) =>
  pageOptions<SnapshotListItem>(
    ['devices', 'one', deviceId, 'snapshots'],
    `/api/v1/devices/${deviceId}/snapshots`,
    query,
  )

/** A snapshot never changes, so its queries never become stale. */
const forGood = { staleTime: Number.POSITIVE_INFINITY }

export const reportOptions = (id: string) =>
  queryOptions({
    ...readOptions<SnapshotReport>(['snapshots', id, 'report'], `${snapshotsPath}/${id}/report`),
    ...forGood,
  })

export const diffOptions = (id: string, otherId: string) =>
  queryOptions({
    ...readOptions<SnapshotDiff>(['snapshots', id, 'diff', otherId], `${snapshotsPath}/${id}/diff/${otherId}`),
    ...forGood,
  })

export const dataPath = (id: string) => `${snapshotsPath}/${id}/download`
export const rawPath = (id: string) => `${snapshotsPath}/${id}/raw`
