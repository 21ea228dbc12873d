import type { Change } from '@rollcall/shared/api/change.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { DeviceIdentifier, DeviceMatch, NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import type { Connection } from '@rollcall/shared/api/search.ts'
import { pageOptions, readOptions } from './read-options.ts'
import type { Query } from './request.ts'

export const devicesPath = '/api/v1/devices'

export const deviceListOptions = (query: Query) => pageOptions<DeviceListItem>(['devices', 'list'], devicesPath, query)

export const deviceOptions = (id: string, asOf?: string) =>
  readOptions<Device>(['devices', 'one', id, { asOf }], `${devicesPath}/${id}`, { asOf })

/** Builds the query options of a paged list below a device. Each page has its own key. */
export const belowOptions = <T>(name: string) => {
  return (id: string, query: Query = {}) =>
    pageOptions<T>(['devices', 'one', id, name], `${devicesPath}/${id}/${name}`, query)
}

export const identifiersOptions = belowOptions<DeviceIdentifier>('identifiers')
export const matchesOptions = belowOptions<DeviceMatch>('matches')
export const deviceChangesOptions = belowOptions<Change>('changes')
const connectionsOptions = belowOptions<Connection>('connections')
/** The first ports at which a device is connected. A switch with a hundred others needs its map, not a list of them. */
export const connectedToOptions = (id: string) => connectionsOptions(id, { limit: 3 })
export const portsOptions = belowOptions<Port>('ports')
export const neighborsOptions = belowOptions<NeighborItem>('neighbors')
