import { mapPositionsSchema, patchMapPositionsSchema } from '@rollcall/shared/api/map-positions.ts'
import { endpointListSchema, endpointQuerySchema, topologySchema } from '@rollcall/shared/api/topology.ts'
import { compress } from 'hono/compress'
import { getTopology, listEndpoints } from '../../network-map/get-topology.ts'
import { createMaps } from '../../network-map/map-cache.ts'
import { getPositions, resetPositions, updatePositions } from '../../network-map/positions.ts'
import { preconditionOf, show, showChanged } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, notModified, patchBody, routesOf } from '../openapi/route.ts'

const route = routesOf('Topology')

const topology = route.get('/api/v1/topology', {
  operationId: 'getTopology',
  summary: 'Get the switches of the site and the links between them',
  description:
    'Built from the LLDP, CDP, FDP, EDP and forwarding data in the latest audits of network devices. Connected devices are only counted here; `GET /api/v1/topology/endpoints` lists them. Device names can be up to 30 seconds old.',
  responses: { 200: json(topologySchema, 'The map') },
})

const endpoints = route.get('/api/v1/topology/endpoints', {
  operationId: 'listTopologyEndpoints',
  summary: 'List the devices connected to switch ports',
  description:
    'Each device is listed at the access port nearest to it, although every switch on the path forwards to it. Sorted by node, port number, name and MAC address.',
  request: { query: endpointQuerySchema },
  responses: { 200: json(endpointListSchema, 'A page of connected devices') },
})

const positions = route.get('/api/v1/topology/positions', {
  operationId: 'getTopologyPositions',
  summary: 'Get the positions of nodes on the map',
  description:
    'People give positions to nodes in the web interface, for everyone of the site. All other nodes stand where the layout of the map puts them, below the switch that leads to the core.',
  responses: { 200: json(mapPositionsSchema, 'The positions'), ...notModified },
})

const move = route.patch('/api/v1/topology/positions', {
  'x-capability': 'EditInventory',
  operationId: 'updateTopologyPositions',
  summary: 'Update positions of nodes on the map',
  request: { body: patchBody(patchMapPositionsSchema) },
  responses: { 200: json(mapPositionsSchema, 'All positions') },
})

const reset = route.delete('/api/v1/topology/positions', {
  'x-capability': 'EditInventory',
  operationId: 'resetTopologyPositions',
  summary: 'Reset the positions of all nodes on the map',
  responses: { 204: { description: 'The layout places every node again' } },
})

export function topologyRoutes(app: App): void {
  const maps = createMaps()
  // 1.5 MB for 500 switches with 10,000 endpoints, most of which are names of fields.
  app.use(topology.path, compress({ encoding: 'gzip' }))
  app.openapi(topology, async (c) => c.json(await getTopology(c.get('ctx'), maps), 200))
  app.openapi(endpoints, async (c) => c.json(await listEndpoints(c.get('ctx'), maps, c.req.valid('query')), 200))
  app.openapi(positions, async (c) => show(c, await getPositions(c.get('ctx'))))
  app.openapi(move, async (c) =>
    showChanged(c, await updatePositions(c.get('ctx'), maps, c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(reset, async (c) => {
    await resetPositions(c.get('ctx'), preconditionOf(c))
    return c.body(null, 204)
  })
}
