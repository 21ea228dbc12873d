import { Text } from '@mantine/core'
import type { NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { portsOptions } from '../../../api/devices.ts'
import { bitsPerSecond } from '../../../ui/amounts.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { LinkState } from './interfaces.tsx'

const shownMax = 200
const hangersShown = 3

export function Ports({ deviceId }: { deviceId: string }) {
  const ports = useQuery(portsOptions(deviceId, { limit: shownMax }))
  return (
    <Section title="Ports, and who hangs at each">
      <Loaded query={ports} what="The ports">
        {({ items, total }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">
              It tells of no ports.
            </Text>
          ) : (
            <PlainTable
              name="Ports"
              items={items}
              keyOf={({ name, index }, at) => `${at} ${name} ${index}`}
              columns={[
                { header: 'Port', render: ({ name, alias }) => (alias ? `${name} (${alias})` : name) },
                { header: 'State', render: ({ operStatus }) => <LinkState state={operStatus} /> },
                { header: 'Speed', align: 'right', render: ({ speedBps }) => bitsPerSecond(speedBps) },
                { header: 'VLAN', render: ({ vlan, taggedVlans }) => [vlan, taggedVlans].filter(Boolean).join(' + ') },
                { header: 'At it', render: (port) => <Hangers port={port} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function Hangers({ port: { neighbors, neighborsTotal } }: { port: Port }) {
  const more = neighborsTotal - hangersShown
  return (
    <>
      {neighbors.slice(0, hangersShown).map((neighbor) => (
        <div key={`${neighbor.protocol} ${nameOf(neighbor)}`}>
          <NeighborName neighbor={neighbor} />
        </div>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          and {more} more
        </Text>
      )}
    </>
  )
}

const nameOf = ({ device, name, ipAddress, macAddress, chassisId }: NeighborItem): string =>
  device?.name ?? name ?? ipAddress ?? macAddress ?? chassisId ?? 'without a name'

/** A link where it is known which device it is. */
export function NeighborName({ neighbor }: { neighbor: NeighborItem }) {
  const { device, remotePort } = neighbor
  const name = nameOf(neighbor)
  return (
    <>
      {device ? (
        <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
          {name}
        </Link>
      ) : (
        name
      )}
      {remotePort && ` ${remotePort}`}
    </>
  )
}
