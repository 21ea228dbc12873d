import type { Device } from '@rollcall/shared/api/device.ts'
import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/states/empty.tsx'
import { useDevice } from './use-device.ts'

/** Renders a tab from the current snapshot. A device created manually may have none. */
export function WithData({ children }: { children: (data: SnapshotContent, device: Device) => ReactNode }) {
  const { query } = useDevice()
  if (!query.data) return null
  if (!query.data.data) return <NeverAudited />
  return children(query.data.data, query.data)
}

export function NeverAudited() {
  return (
    <Empty title="Not audited yet">
      No audit has read this device. Audit it, install an agent on it or import its data.
    </Empty>
  )
}
