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
  summary: 'Get the switches of the site and the links between them',
  description:
    'Built from the LLDP, CDP, FDP, EDP and forwarding data in the latest audits of network devices. Connected devices are only counted here; `GET /api/v1/topology/endpoints` lists them. Device names can be up to 30 seconds old.',
  responses: { 200: json(topologySchema, 'The map') },
})

const endpoints = v1Route({
  method: 'get',
  path: '/api/v1/topology/endpoints',
  operationId: 'listTopologyEndpoints',
  tags,
  summary: 'List the devices connected to switch ports',
  description:
    'Each device is listed at the access port nearest to it, although every switch on the path forwards to it. Sorted by node, port number, name and MAC address.',
  request: { query: endpointQuerySchema },
  responses: { 200: json(endpointListSchema, 'A page of connected devices') },
})

export function topologyRoutes(app: OpenAPIHono<Environment>): void {
  const maps = createMaps()
  app.openapi(topology, async (c) => c.json(await getTopology(c.get('ctx'), maps), 200))
  app.openapi(endpoints, async (c) => c.json(await listEndpoints(c.get('ctx'), maps, c.req.valid('query')), 200))
}
