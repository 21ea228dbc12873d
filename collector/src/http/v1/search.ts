import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { connectionListSchema, searchQuerySchema, searchResultListSchema } from '@rollcall/shared/api/search.ts'
import { listConnections } from '../../network-map/connections/read-connections.ts'
import { search } from '../../search/search.ts'
import { answerList, answerListBelow } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, mergedAway, routesOf } from '../openapi/route.ts'

const find = routesOf('Search').get('/api/v1/search', {
  operationId: 'search',
  summary: 'Search devices, switch ports and MAC addresses',
  description:
    'Finds devices by any identifier or signed-in user, ports of switches by name or alias, and MAC addresses that a switch forwards to. Each device comes with the switch port where it is connected. Whole values come before parts of values. Several words must all be in one result. Archived devices are not searched.',
  request: { query: searchQuerySchema },
  responses: { 200: json(searchResultListSchema, 'The best results') },
})

const connections = routesOf('Devices').get('/api/v1/devices/{id}/connections', {
  operationId: 'listDeviceConnections',
  summary: 'List the switch ports at which a device is connected',
  description:
    'From the map of the network, which is updated within a minute after an audit of a switch. For a switch, the ports of the switches that it is linked to.',
  request: { query: pageQuerySchema },
  responses: { 200: json(connectionListSchema, 'A page of switch ports'), ...mergedAway },
})

export function searchRoutes(app: App): void {
  app.openapi(find, answerList(search))
  app.openapi(connections, answerListBelow(listConnections))
}
