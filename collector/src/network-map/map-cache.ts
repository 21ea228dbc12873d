import { createHash } from 'node:crypto'
import { topologyMax } from '@rollcall/shared/api/topology.ts'
import { listNetworkDevices, type NetworkDevice } from '../devices/neighbors/list-network-devices.ts'
import { createLru } from '../lib/cache.ts'
import type { Context } from '../lib/context.ts'
import { type MapContext, readMap, type SiteMap } from './read-map.ts'

/** Builds maps and caches the most recently read ones while they are valid. */
export type Maps = { of(ctx: Context): Promise<SiteMap> }

/** Endpoints and switches of all cached maps: about 100 MB. */
const sizeMax = 400_000
/** Maximum age of endpoint names, and of the devices they match. */
const freshMs = 30_000

/** Lists the network devices of a map. The signature differs after any of them was audited or renamed. */
export async function listSwitches(ctx: MapContext): Promise<{ listed: NetworkDevice[]; signature: string }> {
  const listed = await ctx.store.read((db) => listNetworkDevices(db, ctx.siteId, topologyMax.switches + 1))
  return { listed, signature: createHash('sha256').update(JSON.stringify(listed)).digest('base64') }
}

type CachedMap = { signature: string; atMs: number; map: Promise<SiteMap> }

export function createMaps(): Maps {
  const cache = createLru<CachedMap>(sizeMax)
  /** Reports whether no newer map was requested while this one was built. */
  const isCached = (siteId: string, map: Promise<SiteMap>) => cache.get(siteId)?.map === map
  return {
    async of(ctx) {
      const { listed, signature } = await listSwitches(ctx)
      const atMs = ctx.clock.now().getTime()
      const cached = cache.get(ctx.siteId)
      if (cached?.signature === signature && atMs - cached.atMs < freshMs) return cached.map
      const map = readMap(ctx, listed)
      cache.set(ctx.siteId, { signature, atMs, map })
      try {
        const { topology, endpoints } = await map
        const size = 1 + topology.nodes.length + endpoints.length
        if (isCached(ctx.siteId, map)) cache.set(ctx.siteId, { signature, atMs, map }, { size })
      } catch (error) {
        if (isCached(ctx.siteId, map)) cache.delete(ctx.siteId)
        throw error
      }
      return map
    },
  }
}
