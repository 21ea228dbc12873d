import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { NetworkLinks } from '../neighbors/announced-neighbors.ts'
import { portTerms, userTerms } from '../search-terms/terms.ts'
import { type DeviceTerms, writeTerms } from '../search-terms/write-terms.ts'
import type { Projection } from './projection.ts'

/** Writes the ports and signed-in users by which a search finds a device. */
export const searchTerms: Projection = {
  name: 'search terms',
  async apply(tx, changesets, { siteId, contents }) {
    const read = <T>(hash: string | null) => (contents.get(hash ?? '') ?? {}) as Partial<T>
    const found = changesets.flatMap(({ deviceId, row: { after }, hardware, network }): DeviceTerms[] => {
      if (!after) return []
      const ports = () => (after.type === 'network-device' ? portTerms(read<NetworkLinks>(network?.hash ?? null)) : [])
      return [
        ...(hardware ? [{ deviceId, kind: 'user' as const, terms: userTerms(read<Hardware>(hardware.hash)) }] : []),
        ...(network ? [{ deviceId, kind: 'port' as const, terms: ports() }] : []),
      ]
    })
    await writeTerms(tx, siteId, found)
  },
}
