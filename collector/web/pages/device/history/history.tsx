import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deviceChangesOptions } from '../../../api/devices.ts'
import { deviceSnapshotsOptions } from '../../../api/snapshots.ts'
import { PagedTable } from '../../../table/paged-table.tsx'
import { pagingOf } from '../../../table/paging.ts'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { changeTable } from '../change-table.tsx'
import { useDevice, useDeviceSearch } from '../use-device.ts'
import { Comparison } from './comparison.tsx'
import { SnapshotTimeline } from './timeline.tsx'

const snapshotsShown = 100

export function HistoryTab() {
  const { deviceId } = useDevice()
  const { from, to } = useDeviceSearch()
  const snapshots = useQuery(deviceSnapshotsOptions(deviceId, { limit: snapshotsShown }))
  return (
    <>
      <Section title="Snapshots">
        <Loaded query={snapshots} what="The snapshots">
          {({ items, total }) =>
            total === 0 ? (
              <Empty title="No snapshot yet">Each audit leaves one, and none is overwritten.</Empty>
            ) : (
              <SnapshotTimeline deviceId={deviceId} snapshots={items} total={total} />
            )
          }
        </Loaded>
      </Section>
      {from && to && <Comparison from={from} to={to} />}
      <Changes deviceId={deviceId} />
    </>
  )
}

function Changes({ deviceId }: { deviceId: string }) {
  const { page } = useDeviceSearch()
  const paging = pagingOf({ page })
  const changes = useQuery(deviceChangesOptions(deviceId, paging))
  const navigate = useNavigate({ from: '/devices/$deviceId/history' })
  return (
    <Section title="What changed">
      <PagedTable
        name="Changes"
        what="The changes"
        query={changes}
        empty={<Empty title="Nothing has changed">Since it was first seen, each audit said the same.</Empty>}
        {...changeTable}
        paging={paging}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      />
    </Section>
  )
}
