import type { List } from '@rollcall/shared/api/common.ts'
import type { EndpointQuery, Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import type { Context } from '../lib/context.ts'
import type { Maps } from './map-cache.ts'

/** Returns the site's switches and links, with the number of endpoints at each port. */
export async function getTopology(ctx: Context, maps: Maps): Promise<Topology> {
  return (await maps.of(ctx)).topology
}

/** Lists the endpoints, each at its nearest port, by node and port. */
export async function listEndpoints(
  ctx: Context,
  maps: Maps,
  { node, port, q, limit, offset }: EndpointQuery,
): Promise<List<TopologyEndpoint>> {
  const { endpoints } = await maps.of(ctx)
  const wanted = q?.toLowerCase()
  const found = endpoints.filter(
    (each) =>
      (node === undefined || each.node === node) &&
      (port === undefined || each.port === port) &&
      (wanted === undefined || isNamed(each, wanted)),
  )
  return { items: found.slice(offset, offset + limit), total: found.length }
}

const isNamed = ({ name, macAddress, ipAddress }: TopologyEndpoint, wanted: string): boolean =>
  [name, ipAddress, macAddress, macAddress?.replaceAll(':', '')].some((text) => text?.toLowerCase().includes(wanted))
