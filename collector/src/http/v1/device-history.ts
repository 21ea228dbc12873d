import { addressPeriodListSchema, addressQuerySchema } from '@rollcall/shared/api/address-history.ts'
import { changeListSchema } from '@rollcall/shared/api/change.ts'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  deviceChangeQuerySchema,
  deviceMatchListSchema,
  identifierListSchema,
  neighborListSchema,
  neighborQuerySchema,
  portListSchema,
} from '@rollcall/shared/api/device-history.ts'
import { listAddressHistory } from '../../devices/addresses/address-history.ts'
import { listDeviceChanges } from '../../devices/detail/list-device-changes.ts'
import { listIdentifiers } from '../../devices/detail/list-identifiers.ts'
import { listNeighbors, listPorts } from '../../devices/detail/list-ports.ts'
import { listMatches } from '../../snapshots/read/list-matches.ts'
import { answerList, answerListBelow } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, mergedAway, routesOf } from '../openapi/route.ts'

const route = routesOf('Devices')
const request = { params: idParamsSchema, query: pageQuerySchema }

const identifiers = route.get('/api/v1/devices/{id}/identifiers', {
  operationId: 'listDeviceIdentifiers',
  summary: 'List the identity values of a device and their origins',
  description: 'Sorted by kind, strongest evidence first, then by value.',
  request,
  responses: { 200: json(identifierListSchema, 'A page of identifiers'), ...mergedAway },
})

const matches = route.get('/api/v1/devices/{id}/matches', {
  operationId: 'listDeviceMatches',
  summary: 'List why each snapshot of a device was matched to it',
  description: 'Sorted by auditDate, newest first, then by id.',
  request,
  responses: { 200: json(deviceMatchListSchema, 'A page of matches'), ...mergedAway },
})

const changes = route.get('/api/v1/devices/{id}/changes', {
  operationId: 'listDeviceChanges',
  summary: 'List the changes of a device',
  description:
    'Newest first, then by id. An entry about software, hardware or network compares a snapshot with the previous one of the same source, as in the change log of the site.',
  request: { query: deviceChangeQuerySchema },
  responses: { 200: json(changeListSchema, 'A page of changes'), ...mergedAway },
})

const ports = route.get('/api/v1/devices/{id}/ports', {
  operationId: 'listDevicePorts',
  summary: 'List the ports of a network device and the devices connected to them',
  description: 'In the order of the device. Empty if the device is not a network device.',
  request,
  responses: { 200: json(portListSchema, 'A page of ports'), ...mergedAway },
})

const neighbors = route.get('/api/v1/devices/{id}/neighbors', {
  operationId: 'listDeviceNeighbors',
  summary: 'List the neighbors that a network device reports',
  description:
    'The device reports them by LLDP, CDP, FDP, EDP or its forwarding table. They are listed in the order of the device, each with the device of this site that it is, if that is unambiguous. Empty if the snapshot reports no neighbors, or if the device is not a network device.',
  request: { query: neighborQuerySchema },
  responses: { 200: json(neighborListSchema, 'A page of neighbors'), ...mergedAway },
})

const addresses = route.get('/api/v1/address-history', {
  operationId: 'listAddressHistory',
  summary: 'List the devices that had an address',
  description:
    'Each with its period, the latest first, then by device id. `at` answers who had the address at a time. The times are those of the observations. A device keeps its address until it is seen with another one, or until another device takes the address over. Two devices that were both seen with it have periods that overlap. The history reaches back as far as the snapshots by age, and includes devices deleted since. For an address that very many devices had, it is derived from the newest 5,000 changes.',
  request: { query: addressQuerySchema },
  responses: { 200: json(addressPeriodListSchema, 'A page of periods') },
})

export function deviceHistoryRoutes(app: App): void {
  app.openapi(identifiers, answerListBelow(listIdentifiers))
  app.openapi(matches, answerListBelow(listMatches))
  app.openapi(changes, answerListBelow(listDeviceChanges))
  app.openapi(ports, answerListBelow(listPorts))
  app.openapi(neighbors, answerListBelow(listNeighbors))
  app.openapi(addresses, answerList(listAddressHistory))
}
