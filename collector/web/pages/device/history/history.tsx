import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deviceChangesOptions } from '../../../api/devices.ts'
import { deviceSnapshotsOptions } from '../../../api/snapshots.ts'
import { LoadedTable } from '../../../table/loaded-table.tsx'
import { usePaging } from '../../../table/use-paging.ts'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Comparison } from '../../history/compare/comparison.tsx'
import { changeTable } from '../change-table.tsx'
import { useDevice, useDeviceSearch } from '../use-device.ts'
import { SnapshotTimeline } from './timeline.tsx'

/** The API's page limit, enough for years of daily audits. */
const snapshotsShown = 1000

export function HistoryTab() {
  const { deviceId, asOf } = useDevice()
  const { from, to } = useDeviceSearch()
  const snapshots = useQuery(deviceSnapshotsOptions(deviceId, { limit: snapshotsShown, to: asOf }))
  return (
    <>
      <Section title="Snapshots">
        <Loaded query={snapshots} label="The snapshots">
          {({ items, total }) =>
            total === 0 ? (
              <Empty title="No snapshots yet">Each audit adds a snapshot.</Empty>
            ) : (
              <SnapshotTimeline deviceId={deviceId} snapshots={items} total={total} />
            )
          }
        </Loaded>
      </Section>
      {from && to && <Compared from={from} to={to} />}
      <Changes deviceId={deviceId} asOf={asOf} />
    </>
  )
}

function Compared({ from, to }: { from: string; to: string }) {
  const { deviceId } = useDevice()
  return (
    <Section
      title="Comparison"
      aside={
        <Link to="/compare" search={{ device: deviceId, from, to }}>
          Open in Compare
        </Link>
      }
    >
      <Comparison from={from} to={to} heads={['Before', 'After']} />
    </Section>
  )
}

function Changes({ deviceId, asOf }: { deviceId: string; asOf: string | undefined }) {
  const { page, paging } = usePaging()
  const changes = useQuery(deviceChangesOptions(deviceId, { ...page, to: asOf }))
  return (
    <Section title="Changes">
      <LoadedTable
        name="Changes"
        label="The changes"
        query={changes}
        empty={<Empty title="No changes">All audits since the first had the same result.</Empty>}
        {...changeTable}
        paging={paging}
      />
    </Section>
  )
}
