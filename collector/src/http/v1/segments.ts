import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  createSegmentSchema,
  patchSegmentSchema,
  scanRequestSchema,
  segmentListSchema,
  segmentQuerySchema,
  segmentSchema,
} from '@rollcall/shared/api/segment.ts'
import { segmentSuggestionListSchema } from '@rollcall/shared/api/segment-suggestion.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { deleteSegment } from '../../scanning/segments/delete-segment.ts'
import { getSegment, listSegments } from '../../scanning/segments/list-segments.ts'
import { listSuggestions } from '../../scanning/segments/suggest-segments.ts'
import { updateSegment } from '../../scanning/segments/update-segment.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { answerCreate, answerDelete, answerGet, answerList, answerUpdate, showQueued } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, queued, routesOf } from '../openapi/route.ts'

const route = routesOf('Segments')

const list = route.get('/api/v1/segments', {
  operationId: 'listSegments',
  summary: 'List segments',
  description: 'Sorted by name, then id.',
  request: { query: segmentQuerySchema },
  responses: { 200: json(segmentListSchema, 'A page of segments') },
})

const suggestions = route.get('/api/v1/segments/suggestions', {
  operationId: 'listSegmentSuggestions',
  summary: 'List networks and neighbors that no segment covers',
  description:
    'Networks that Audit Services are attached to, from their first heartbeat on, until segments contain all addresses. Networks with equal addresses at two Audit Services are two, unless a scan has shown that both are on the same link. A larger IPv4 network than /16 is the /16 around the Audit Service, and IPv6 networks larger than /112 are left out. Then neighbors that devices report by LLDP, CDP, FDP or EDP, with a management address that is in no segment and at which no segment has found a device. Neighbors whose address or name is on the Ignore List are left out, and networks whose first address is on it. Sorted by address, IPv4 first.',
  request: { query: pageQuerySchema },
  responses: { 200: json(segmentSuggestionListSchema, 'A page of suggestions') },
})

const get = route.get('/api/v1/segments/{id}', {
  operationId: 'getSegment',
  summary: 'Get the full configuration of a segment',
  responses: {
    200: json(segmentSchema, 'The segment'),
    ...notModified,
  },
})

const create = route.post('/api/v1/segments', {
  'x-capability': 'Administrator',
  operationId: 'createSegment',
  summary: 'Create a segment',
  description:
    'Addresses are single addresses, CIDR blocks, first-last ranges and, in an address list, DNS names. Without SNMP credentials, the community `public` is used. An Active Directory segment needs `directory`. A cloud segment (Preview: `aws`, `azure`, `google-cloud`) needs its account, subscription or project in `cloud`. The Audit Service reads the computers or instances from there.',
  request: { body: jsonBody(createSegmentSchema) },
  responses: { 201: json(segmentSchema, 'The new segment'), ...problems(409) },
})

const update = route.patch('/api/v1/segments/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateSegment',
  summary: 'Update a segment',
  description:
    'The type cannot be changed. Without an Audit Service (null), the segment is in the No service state and is not scanned. A running scan continues with the previous configuration.',
  request: { body: patchBody(patchSegmentSchema) },
  responses: { 200: json(segmentSchema, 'The updated segment'), ...problems(409) },
})

const remove = route.delete('/api/v1/segments/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteSegment',
  summary: 'Delete a segment',
  description: 'Cancels the running tasks of the segment. The devices found there stay in the inventory.',
  responses: { 204: { description: 'Deleted' } },
})

const scan = route.post('/api/v1/segments/{id}/scan', {
  'x-capability': 'StartAuditsOrScans',
  operationId: 'scanSegment',
  summary: 'Scan a segment',
  description:
    'Answers at once with a task id. Hosts that answer SNMP with a credential of the segment are audited during the scan, even without `audit`. An Active Directory segment scans the enabled computers that have an address. A cloud segment (Preview) reads its instances from the cloud and contacts no address. A task that succeeded may still report in `error` what it could not do.',
  request: { body: { required: false, content: { 'application/json': { schema: scanRequestSchema } } } },
  responses: { 202: queued('The scan is queued'), ...problems(409) },
})

export function segmentRoutes(app: App): void {
  // Before /segments/{id}, which would match its path as well.
  app.openapi(suggestions, answerList(listSuggestions))
  app.openapi(list, answerList(listSegments))
  app.openapi(get, answerGet(getSegment))
  app.openapi(create, answerCreate(createSegment))
  app.openapi(update, answerUpdate(updateSegment))
  app.openapi(remove, answerDelete(deleteSegment))
  app.openapi(scan, async (c) => {
    const input = scanRequestSchema.parse(c.req.valid('json'))
    return showQueued(c, await requestScan(c.get('ctx'), c.req.valid('param').id, input))
  })
}
