import { type Topology, type TopologyEndpoint, topologyMax } from '@rollcall/shared/api/topology.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import { eachNetwork, type NetworkDevice } from '../devices/neighbors/list-network-devices.ts'
import { neighborDevices } from '../devices/neighbors/neighbor-devices.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { buildMap, type Layer2Map } from './build-map.ts'
import { endKey } from './links.ts'
import type { Endpoint } from './locate-endpoints.ts'
import { endpointsOf, topologyOf } from './map-to-topology.ts'
import { type SwitchFacts, switchFacts } from './switch-facts.ts'

/** A site's map at the time it was built. */
export type SiteMap = { topology: Topology; endpoints: TopologyEndpoint[] }

/** Maximum number of forwarding table entries in one map; 500 switches of 10,000 endpoints have some 500,000. */
const entriesMax = 2_000_000

/** Site whose map is read, and its store. */
export type MapContext = Pick<Context, 'store' | 'clock' | 'siteId'>

/** Builds the map from the last snapshots of these network devices. */
export async function readMap(ctx: MapContext, listed: readonly NetworkDevice[]): Promise<SiteMap> {
  const builtAt = nowOf(ctx)
  const { map, isWhole } = await readLayer2(ctx, listed)
  const truncated = !isWhole || listed.length > topologyMax.switches || map.links.length > topologyMax.links
  const shown = { ...map, endpoints: oncePerPort(map.endpoints) }
  return { topology: topologyOf(shown, { builtAt, truncated }), endpoints: endpointsOf(shown) }
}

/** Builds the layer 2 network with the device of each endpoint. */
export async function readLayer2(
  ctx: MapContext,
  listed: readonly NetworkDevice[],
): Promise<{ map: Layer2Map; isWhole: boolean }> {
  const { switches, isWhole } = await readSwitches(ctx, listed.slice(0, topologyMax.switches))
  const map = await buildMap(switches)
  return { map: { ...map, endpoints: await identified(ctx, map.endpoints) }, isWhole }
}

async function readSwitches(
  ctx: MapContext,
  listed: readonly NetworkDevice[],
): Promise<{ switches: SwitchFacts[]; isWhole: boolean }> {
  const read: SwitchFacts[] = []
  let entries = 0
  await eachNetwork(ctx.store, listed, ({ device, readAt }, network) => {
    const facts = switchFacts({ device, readAt, network })
    entries += [...facts.forwarding.values()].reduce((sum, { size }) => sum + size, 0)
    read.push(entries > entriesMax ? { ...facts, forwarding: new Map() } : facts)
  })
  const announcedOf = read.flatMap(({ device, announced }) =>
    announced.map(({ neighbor }) => ({ neighbor, of: device.id })),
  )
  const devices = await ctx.store.read((db) => neighborDevices(db, ctx.siteId, announcedOf))
  const switches = read.map((facts) => ({
    ...facts,
    announced: facts.announced.map((each) => ({ ...each, device: devices.get(each.neighbor) })),
  }))
  return { switches, isWhole: entries <= entriesMax }
}

/** Finds the devices of endpoints that have only a MAC. */
async function identified(ctx: MapContext, endpoints: readonly Endpoint[]): Promise<Endpoint[]> {
  const wanted = new Map(
    endpoints.flatMap(({ mac, device }) => {
      const neighbor: Neighbor = { port: '', protocol: 'forwarding', macAddress: mac }
      return mac === undefined || device ? [] : [[mac, neighbor] as const]
    }),
  )
  const neighbors = [...wanted.values()].map((neighbor) => ({ neighbor, of: '' }))
  const devices = await ctx.store.read((db) => neighborDevices(db, ctx.siteId, neighbors))
  return endpoints.map((endpoint) => {
    const neighbor = wanted.get(endpoint.mac ?? '')
    return neighbor ? { ...endpoint, device: devices.get(neighbor) } : endpoint
  })
}

/** Merges endpoints of one device at one port: a device with several MACs is one endpoint. */
function oncePerPort(endpoints: readonly Endpoint[]): Endpoint[] {
  const seen = new Set<string>()
  return endpoints.filter(({ device, at }) => {
    const key = `${device?.id} ${endKey(at)}`
    if (!device || !seen.has(key)) return seen.add(key)
    return false
  })
}
