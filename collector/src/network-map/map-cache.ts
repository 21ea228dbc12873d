import { createHash } from 'node:crypto'
import { topologyMax } from '@rollcall/shared/api/topology.ts'
import { listNetworkDevices } from '../devices/neighbors/network-devices.ts'
import type { Context } from '../lib/context.ts'
import { RecentlyUsed } from '../lib/recently-used.ts'
import { readMap, type SiteMap } from './read-map.ts'

/** Makes maps, and keeps those that were looked at last for as long as they are true. */
export type Maps = { of(ctx: Context): Promise<SiteMap> }

/** Endpoints and switches of the maps that are kept: about 100 MB. */
const keptMax = 400_000
/** What endpoints are called, and which of them are known, may be this old. */
const freshMs = 30_000

type Kept = { signature: string; atMs: number; map: Promise<SiteMap> }

export function createMaps(): Maps {
  const kept = new RecentlyUsed<Kept>(keptMax)
  return {
    async of(ctx) {
      const listed = await ctx.store.read((db) => listNetworkDevices(db, ctx.siteId, topologyMax.switches + 1))
      const signature = createHash('sha256').update(JSON.stringify(listed)).digest('base64')
      const atMs = ctx.clock.now().getTime()
      const known = kept.get(ctx.siteId)
      if (known?.signature === signature && atMs - known.atMs < freshMs) return known.map
      const map = readMap(ctx, listed)
      kept.set(ctx.siteId, { signature, atMs, map })
      try {
        const { topology, endpoints } = await map
        kept.set(ctx.siteId, { signature, atMs, map }, topology.nodes.length + endpoints.length)
      } catch (error) {
        kept.delete(ctx.siteId)
        throw error
      }
      return map
    },
  }
}
