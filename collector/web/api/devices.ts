import type { Change } from '@rollcall/shared/api/change.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { DeviceIdentifier, DeviceMatch, NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import type { Connection } from '@rollcall/shared/api/search.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Query, request } from './request.ts'

export const devicesPath = '/api/v1/devices'

export const deviceListOptions = (query: Query) =>
  queryOptions({
    queryKey: ['devices', 'list', query],
    queryFn: ({ signal }) => request<List<DeviceListItem>>(devicesPath, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const deviceOptions = (id: string, asOf?: string) =>
  queryOptions({
    queryKey: ['devices', 'one', id, { asOf }],
    queryFn: ({ signal }) => request<Device>(`${devicesPath}/${id}`, { query: { asOf }, signal }),
  })

/** Builds the query options of a paged list below a device. Each page has its own key. */
export const belowOptions = <T>(name: string) => {
  return (id: string, query: Query = {}) =>
    queryOptions({
      queryKey: ['devices', 'one', id, name, query],
      queryFn: ({ signal }) => request<List<T>>(`${devicesPath}/${id}/${name}`, { query, signal }),
      placeholderData: keepPreviousData,
    })
}

export const identifiersOptions = belowOptions<DeviceIdentifier>('identifiers')
export const matchesOptions = belowOptions<DeviceMatch>('matches')
export const deviceChangesOptions = belowOptions<Change>('changes')
export const connectionsOptions = belowOptions<Connection>('connections')
/** The first ports at which a device is connected. A switch with a hundred others needs its map, not a list of them. */
export const connectedToOptions = (id: string) => connectionsOptions(id, { limit: 3 })
export const portsOptions = belowOptions<Port>('ports')
export const neighborsOptions = belowOptions<NeighborItem>('neighbors')
