import type { Device } from '@rollcall/shared/api/device.ts'
import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/states/empty.tsx'
import { useDevice } from './use-device.ts'

/** A tab that shows the current snapshot; a device that was made by hand may have none. */
export function WithData({ children }: { children: (data: SnapshotContent, device: Device) => ReactNode }) {
  const { query } = useDevice()
  if (!query.data) return null
  if (!query.data.data) return <NeverAudited />
  return children(query.data.data, query.data)
}

export function NeverAudited() {
  return (
    <Empty title="Not audited yet">
      Rollcall knows this device from what others said of it. Audit it, join its agent, or import what you have.
    </Empty>
  )
}
