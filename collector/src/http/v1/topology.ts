import type { OpenAPIHono } from '@hono/zod-openapi'
import { endpointListSchema, endpointQuerySchema, topologySchema } from '@rollcall/shared/api/topology.ts'
import { getTopology, listEndpoints } from '../../network-map/get-topology.ts'
import { createMaps } from '../../network-map/map-cache.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const tags = ['Topology']

const topology = v1Route({
  method: 'get',
  path: '/api/v1/topology',
  operationId: 'getTopology',
  tags,
  summary: 'Get the switches of the site, and how they are linked',
  description:
    'Made of what network devices told when they were last audited: LLDP, CDP, FDP, EDP and forwarding tables. What hangs at ports is counted here and listed at /api/v1/topology/endpoints; names of it may be half a minute old.',
  responses: { 200: json(topologySchema, 'The map') },
})

const endpoints = v1Route({
  method: 'get',
  path: '/api/v1/topology/endpoints',
  operationId: 'listTopologyEndpoints',
  tags,
  summary: 'List what hangs at the ports of switches',
  description:
    'Each at the access port that is nearest to it, though every switch on the way forwards to it. By node, port in the order of its numbers, name and MAC.',
  request: { query: endpointQuerySchema },
  responses: { 200: json(endpointListSchema, 'A page of what hangs there') },
})

export function topologyRoutes(app: OpenAPIHono<Environment>): void {
  const maps = createMaps()
  app.openapi(topology, async (c) => c.json(await getTopology(c.get('ctx'), maps), 200))
  app.openapi(endpoints, async (c) => c.json(await listEndpoints(c.get('ctx'), maps, c.req.valid('query')), 200))
}
