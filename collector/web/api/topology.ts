import type { MapPositions } from '@rollcall/shared/api/map-positions.ts'
import type { Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import { pageOptions, readOptions } from './read-options.ts'
import { type Query, request } from './request.ts'

const path = '/api/v1/topology'

export const topologyOptions = readOptions<Topology>(['topology', 'map'], path)

/** The endpoints of a node, of one of its ports, or with a text in a field. */
export const endpointsOptions = (query: Query) =>
  pageOptions<TopologyEndpoint>(['topology', 'endpoints'], `${path}/endpoints`, query)

export const positionsOptions = readOptions<MapPositions>(['topology', 'positions'], `${path}/positions`)

export const movePositions = (positions: MapPositions['positions']) =>
  request<MapPositions>(`${path}/positions`, { method: 'PATCH', json: { positions } })

export const resetPositions = () => request<void>(`${path}/positions`, { method: 'DELETE' })
