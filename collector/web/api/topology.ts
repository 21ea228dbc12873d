import type { List } from '@rollcall/shared/api/common.ts'
import type { MapPositions } from '@rollcall/shared/api/map-positions.ts'
import type { Topology, TopologyEndpoint } from '@rollcall/shared/api/topology.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

const path = '/api/v1/topology'

export const topologyOptions = queryOptions({
  queryKey: ['topology', 'map'],
  queryFn: ({ signal }) => request<Topology>(path, { signal }),
})

/** The endpoints of a node, of one of its ports, or with a text in a field. */
export const endpointsOptions = (query: Query) =>
  queryOptions({
    queryKey: ['topology', 'endpoints', query],
    queryFn: ({ signal }) => request<List<TopologyEndpoint>>(`${path}/endpoints`, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const positionsOptions = queryOptions({
  queryKey: ['topology', 'positions'],
  queryFn: ({ signal }) => request<MapPositions>(`${path}/positions`, { signal }),
})

export const movePositions = (positions: MapPositions['positions']) =>
  request<MapPositions>(`${path}/positions`, { method: 'PATCH', json: { positions } })

export const resetPositions = () => request<void>(`${path}/positions`, { method: 'DELETE' })
