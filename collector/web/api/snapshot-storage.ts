import type { TestSnapshotStorage } from '@rollcall/shared/api/site-settings.ts'
import type { SnapshotStorageState, SnapshotStorageTest } from '@rollcall/shared/api/snapshot-storage.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'
import { siteSettingsPath } from './site-settings.ts'

const path = `${siteSettingsPath}/snapshot-storage`

export const storageStateOptions = queryOptions({
  queryKey: ['snapshot-storage'],
  queryFn: ({ signal }) => request<SnapshotStorageState>(path, { signal }),
  refetchInterval: 5_000,
})

export const testStorage = (json: TestSnapshotStorage) =>
  request<SnapshotStorageTest>(`${path}/test`, { method: 'POST', json })
