import { Text } from '@mantine/core'
import type { NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'

/** Devices connected to a port, the first few by name. */
export function ConnectedDevices({ port: { neighbors, neighborsTotal }, shown }: { port: Port; shown: number }) {
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
  device?.name ?? name ?? ipAddress ?? macAddress ?? chassisId ?? 'Unnamed device'

/** The name of a neighbor, as a link if it is a device of the inventory. */
export function NeighborName({ neighbor }: { neighbor: NeighborItem }) {
  const { device, remotePort } = neighbor
  const name = nameOf(neighbor)
  return (
    <>
      {device ? <DeviceLink id={device.id} name={name} /> : name}
      {remotePort && ` ${remotePort}`}
    </>
  )
}
