import type { NeighborItem } from '@rollcall/shared/api/device-history.ts'
import { useQuery } from '@tanstack/react-query'
import { neighborsOptions } from '../../../api/devices.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { NeighborName } from './connected-devices.tsx'

const shownMax = 200

/** Neighbors that the device reports now, with links to their devices. */
export function Neighbors({ deviceId }: { deviceId: string }) {
  const neighbors = useQuery(neighborsOptions(deviceId, { limit: shownMax }))
  return (
    <Loaded query={neighbors} label="The neighbours">
      {({ items }) => <NeighborTable items={items} />}
    </Loaded>
  )
}

/** Neighbors found by LLDP or CDP. Devices from forwarding tables are listed at the ports instead. */
export function NeighborTable({ items }: { items: readonly NeighborItem[] }) {
  const neighbors = items.filter(({ protocol }) => protocol !== 'forwarding')
  if (neighbors.length === 0) return null
  return (
    <Section title={`Neighbours (${neighbors.length})`}>
      <PlainTable
        name="Neighbours"
        items={neighbors}
        keyOf={({ port, chassisId }, at) => `${at} ${port} ${chassisId}`}
        columns={[
          { header: 'Local port', render: ({ port }) => port },
          { header: 'Neighbour', render: (neighbor) => <NeighborName neighbor={neighbor} /> },
          { header: 'Protocol', render: ({ protocol }) => protocol.toUpperCase() },
          { header: 'Capabilities', render: ({ capabilities }) => capabilities?.join(', ') },
          { header: 'Description', render: ({ description }) => description },
        ]}
      />
    </Section>
  )
}
