import type { TestSnapshotStorage } from '@rollcall/shared/api/site-settings.ts'
import type { SnapshotStorageState, SnapshotStorageTest } from '@rollcall/shared/api/snapshot-storage.ts'
import { queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { request } from './request.ts'
import { siteSettingsPath } from './site-settings.ts'

const path = `${siteSettingsPath}/snapshot-storage`

export const storageStateOptions = queryOptions({
  ...readOptions<SnapshotStorageState>(['snapshot-storage'], path),
  refetchInterval: 5_000,
})

export const testStorage = (json: TestSnapshotStorage) =>
  request<SnapshotStorageTest>(`${path}/test`, { method: 'POST', json })
