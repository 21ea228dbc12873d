import { createHash } from 'node:crypto'
import { topologyMax } from '@rollcall/shared/api/topology.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Context } from '../context.ts'
import { nowOf } from '../context.ts'
import { neighborDevices } from '../devices/neighbor-devices.ts'
import { eachNetwork, listNetworkDevices, type NetworkDevice } from '../devices/network-devices.ts'
import { RecentlyUsed } from '../recently-used.ts'
import { buildMap, type Layer2Map } from './build.ts'
import { type SwitchFacts, switchFacts } from './facts.ts'
import { endKey } from './links.ts'
import type { Endpoint } from './place-endpoints.ts'

/** A site's map, as it was when it was last made. */
export type SiteMap = Layer2Map & { builtAt: string; truncated: boolean }

/** Makes maps, and keeps those that were looked at last for as long as they are true. */
export type Maps = { of(ctx: Context): Promise<SiteMap> }

/** Entries of forwarding tables that one map is made of; 500 switches of 10,000 endpoints have some 300,000. */
const entriesMax = 2_000_000
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
        const { switches, endpoints } = await map
        kept.set(ctx.siteId, { signature, atMs, map }, switches.length + endpoints.length)
      } catch (error) {
        kept.delete(ctx.siteId)
        throw error
      }
      return map
    },
  }
}

async function readMap(ctx: Context, listed: readonly NetworkDevice[]): Promise<SiteMap> {
  const builtAt = nowOf(ctx)
  const { switches, isWhole } = await readSwitches(ctx, listed.slice(0, topologyMax.switches))
  const map = buildMap(switches)
  const truncated = !isWhole || listed.length > topologyMax.switches || map.links.length > topologyMax.links
  return { ...map, endpoints: oncePerPort(await identified(ctx, map.endpoints)), builtAt, truncated }
}

async function readSwitches(
  ctx: Context,
  listed: readonly NetworkDevice[],
): Promise<{ switches: SwitchFacts[]; isWhole: boolean }> {
  const read: SwitchFacts[] = []
  let entries = 0
  await eachNetwork(ctx.store, listed, ({ device, lookedAt }, network) => {
    const facts = switchFacts({ device, lookedAt, network })
    entries += [...facts.heard.values()].reduce((sum, { size }) => sum + size, 0)
    read.push(entries > entriesMax ? { ...facts, heard: new Map() } : facts)
  })
  const told = read.flatMap(({ device, announced }) => announced.map(({ neighbor }) => ({ neighbor, of: device.id })))
  const devices = await ctx.store.read((db) => neighborDevices(db, ctx.siteId, told))
  const switches = read.map((facts) => ({
    ...facts,
    announced: facts.announced.map((each) => ({ ...each, device: devices.get(each.neighbor) })),
  }))
  return { switches, isWhole: entries <= entriesMax }
}

/** Those of which no more than a MAC is known, with the devices that have it. */
async function identified(ctx: Context, endpoints: readonly Endpoint[]): Promise<Endpoint[]> {
  const asked = new Map(
    endpoints.flatMap(({ mac, device }) => {
      const neighbor: Neighbor = { port: '', protocol: 'forwarding', macAddress: mac }
      return mac === undefined || device ? [] : [[mac, neighbor] as const]
    }),
  )
  const neighbors = [...asked.values()].map((neighbor) => ({ neighbor, of: '' }))
  const devices = await ctx.store.read((db) => neighborDevices(db, ctx.siteId, neighbors))
  return endpoints.map((endpoint) => {
    const neighbor = asked.get(endpoint.mac ?? '')
    return neighbor ? { ...endpoint, device: devices.get(neighbor) } : endpoint
  })
}

/** A device with several MACs at one port is one thing that hangs there. */
function oncePerPort(endpoints: readonly Endpoint[]): Endpoint[] {
  const seen = new Set<string>()
  return endpoints.filter(({ device, at }) => {
    const key = `${device?.id} ${endKey(at)}`
    if (!device || !seen.has(key)) return seen.add(key)
    return false
  })
}
