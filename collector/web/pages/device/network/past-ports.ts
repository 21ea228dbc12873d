import type { NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'

type Network = Pick<SnapshotContent['network'], 'interfaces' | 'neighbors'>

/** Returns the neighbors of a snapshot. They have no links, because today's devices say nothing of that time. */
export const pastNeighbors = ({ neighbors = [] }: Network): NeighborItem[] =>
  neighbors.map((neighbor) => ({ ...neighbor, device: null }))

/** Returns the ports of a snapshot, each with its neighbors of that time. */
export function pastPorts(network: Network): Port[] {
  const byPort = Map.groupBy(pastNeighbors(network), ({ port }) => port)
  return (network.interfaces ?? []).map((found) => {
    const neighbors = byPort.get(found.name) ?? []
    return { ...found, neighbors, neighborsTotal: neighbors.length }
  })
}
