import type { NetworkLinks } from '../neighbors/announced-neighbors.ts'
import { writeAnnounced } from '../neighbors/write-neighbors.ts'
import type { Projection } from './projection.ts'

/** Writes the announced neighbors of devices. */
export const neighbors: Projection = {
  async apply(tx, changesets, { contents }) {
    const networks = changesets.flatMap(({ deviceId, network }) =>
      network ? [[deviceId, (contents.get(network.hash ?? '') ?? {}) as NetworkLinks] as const] : [],
    )
    await writeAnnounced(tx, new Map(networks))
  },
}
