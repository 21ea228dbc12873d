import type { OpenAPIHono } from '@hono/zod-openapi'
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
import { listDeviceChanges } from '../../devices/detail/list-device-changes.ts'
import { listIdentifiers } from '../../devices/detail/list-identifiers.ts'
import { listNeighbors, listPorts } from '../../devices/detail/list-ports.ts'
import { listMatches } from '../../snapshots/read/list-matches.ts'
import { listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, mergedAway, v1Route } from '../openapi/route.ts'

const tags = ['Devices']
const request = { params: idParamsSchema, query: pageQuerySchema }

const identifiers = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/identifiers',
  operationId: 'listDeviceIdentifiers',
  tags,
  summary: 'List what identifies a device, and where it is from',
  description: 'The kinds that say most first, then by value.',
  request,
  responses: { 200: json(identifierListSchema, 'A page of identifiers'), ...mergedAway },
})

const matches = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/matches',
  operationId: 'listDeviceMatches',
  tags,
  summary: 'List why each snapshot was taken for one of this device',
  description: 'Newest auditDate first, ties by id.',
  request,
  responses: { 200: json(deviceMatchListSchema, 'A page of matches'), ...mergedAway },
})

const changes = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/changes',
  operationId: 'listDeviceChanges',
  tags,
  summary: 'List what changed on a device',
  description:
    'Newest first, ties by id. A line about software, hardware or network compares a snapshot with the one before it of the same source, as in the change history of the site.',
  request: { params: idParamsSchema, query: deviceChangeQuerySchema },
  responses: { 200: json(changeListSchema, 'A page of changes'), ...mergedAway },
})

const ports = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/ports',
  operationId: 'listDevicePorts',
  tags,
  summary: 'List the ports of a network device, and who hangs at each',
  description: "In the device's own order. Empty for a device that is no network device.",
  request,
  responses: { 200: json(portListSchema, 'A page of ports'), ...mergedAway },
})

const neighbors = v1Route({
  method: 'get',
  path: '/api/v1/devices/{id}/neighbors',
  operationId: 'listDeviceNeighbors',
  tags,
  summary: 'List the neighbours that a network device tells of',
  description:
    'By LLDP, CDP, FDP, EDP or its forwarding table, in its own order, each with the device of this site that it is known to be. Empty where its snapshot tells of none, and for a device that is no network device.',
  request: { params: idParamsSchema, query: neighborQuerySchema },
  responses: { 200: json(neighborListSchema, 'A page of neighbours'), ...mergedAway },
})

export function deviceHistoryRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(identifiers, listBelow(listIdentifiers))
  app.openapi(matches, listBelow(listMatches))
  app.openapi(changes, listBelow(listDeviceChanges))
  app.openapi(ports, listBelow(listPorts))
  app.openapi(neighbors, listBelow(listNeighbors))
}
