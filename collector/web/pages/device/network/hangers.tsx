import { Text } from '@mantine/core'
import type { NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import { Link } from '@tanstack/react-router'

/** Who hangs at a port, the first of them by name. */
export function Hangers({ port: { neighbors, neighborsTotal }, shown }: { port: Port; shown: number }) {
  const more = neighborsTotal - Math.min(shown, neighbors.length)
  return (
    <>
      {neighbors.slice(0, shown).map((neighbor) => (
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

export const nameOf = ({ device, name, ipAddress, macAddress, chassisId }: NeighborItem): string =>
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
