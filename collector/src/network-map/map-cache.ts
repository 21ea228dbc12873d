import { createHash } from 'node:crypto'
import { topologyMax } from '@rollcall/shared/api/topology.ts'
import { listNetworkDevices } from '../devices/neighbors/network-devices.ts'
import { createLru } from '../lib/cache.ts'
import type { Context } from '../lib/context.ts'
import { readMap, type SiteMap } from './read-map.ts'

/** Builds maps and caches the most recently read ones while they are valid. */
export type Maps = { of(ctx: Context): Promise<SiteMap> }

/** Endpoints and switches of all cached maps: about 100 MB. */
const sizeMax = 400_000
/** Maximum age of endpoint names, and of the devices they match. */
const freshMs = 30_000

type CachedMap = { signature: string; atMs: number; map: Promise<SiteMap> }

export function createMaps(): Maps {
  const cache = createLru<CachedMap>(sizeMax)
  return {
    async of(ctx) {
      const listed = await ctx.store.read((db) => listNetworkDevices(db, ctx.siteId, topologyMax.switches + 1))
      const signature = createHash('sha256').update(JSON.stringify(listed)).digest('base64')
      const atMs = ctx.clock.now().getTime()
      const cached = cache.get(ctx.siteId)
      if (cached?.signature === signature && atMs - cached.atMs < freshMs) return cached.map
      const map = readMap(ctx, listed)
      cache.set(ctx.siteId, { signature, atMs, map })
      try {
        const { topology, endpoints } = await map
        const size = 1 + topology.nodes.length + endpoints.length
        cache.set(ctx.siteId, { signature, atMs, map }, { size })
      } catch (error) {
        cache.delete(ctx.siteId)
        throw error
      }
      return map
    },
  }
}
