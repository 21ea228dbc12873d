import { useQuery } from '@tanstack/react-query'
import { deviceListOptions, devicesPath } from '../../../api/devices.ts'
import { ExportButton } from '../../../table/export-button.tsx'
import { ListPart } from '../../../table/list-part.tsx'
import type { ListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { deviceColumns } from '../../devices/columns.tsx'
import { useSegment } from './use-segment.ts'

/** Devices that this segment found last. */
export function DevicesTab() {
  const { segmentId } = useSegment()
  const address = useListAddress<ListState>()
  const { q, sort } = address.state
  const filter = { segmentId, q, sort }
  return (
    <ListPart
      name="Devices"
      address={address}
      columns={deviceColumns}
      query={useQuery(deviceListOptions({ ...filter, ...pagingOf(address.state) }))}
      sort="name"
      searched="Name, address, MAC, serial number"
      filters={<ExportButton path={devicesPath} query={filter} />}
      empty={
        q ? (
          <Empty art="search" title="No devices match">
            Change the search, or search all devices.
          </Empty>
        ) : (
          <Empty title="No devices in this segment">
            A device belongs to the segment that found it last. Scan this segment to find devices.
          </Empty>
        )
      }
    />
  )
}
