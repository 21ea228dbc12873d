import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceOptions } from '../../../api/devices.ts'
import { deviceSnapshotsOptions } from '../../../api/snapshots.ts'

/** The API's page limit, enough for years of daily audits. */
const offered = 1000

export type Side = {
  deviceId: string | undefined
  name: string | undefined
  snapshots: readonly SnapshotListItem[]
  /** The snapshot to compare: the chosen one, else the latest of the device, or the one before it. */
  snapshot: SnapshotListItem | undefined
  error: unknown
}

type Chosen = { deviceId: string | undefined; snapshotId: string | undefined; isBefore?: boolean }

export function useSide({ deviceId, snapshotId, isBefore = false }: Chosen): Side {
  const enabled = deviceId !== undefined
  const device = useQuery({ ...deviceOptions(deviceId ?? ''), enabled })
  const query = useQuery({ ...deviceSnapshotsOptions(deviceId ?? '', { limit: offered }), enabled })
  const snapshots = enabled && !query.isPlaceholderData ? (query.data?.items ?? []) : []
  return {
    deviceId,
    name: device.data?.name,
    snapshots,
    snapshot: snapshots.find(({ id }) => id === snapshotId) ?? snapshots[isBefore ? 1 : 0],
    error: query.data === undefined ? query.error : undefined,
  }
}
