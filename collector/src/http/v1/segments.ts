import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import {
  createSegmentSchema,
  patchSegmentSchema,
  scanRequestSchema,
  segmentListSchema,
  segmentQuerySchema,
  segmentSchema,
} from '@rollcall/shared/api/segment.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { deleteSegment } from '../../scanning/segments/delete-segment.ts'
import { getSegment, listSegments } from '../../scanning/segments/list-segments.ts'
import { updateSegment } from '../../scanning/segments/update-segment.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import { preconditionOf, show, showChanged, showCreated } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, queued, v1Route } from '../openapi/route.ts'

const tags = ['Segments']

const list = v1Route({
  method: 'get',
  path: '/api/v1/segments',
  operationId: 'listSegments',
  tags,
  summary: 'List segments',
  description: 'Sorted by name, then id.',
  request: { query: segmentQuerySchema },
  responses: { 200: json(segmentListSchema, 'A page of segments') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/segments/{id}',
  operationId: 'getSegment',
  tags,
  summary: 'Get the full configuration of a segment',
  request: { params: idParamsSchema },
  responses: {
    200: json(segmentSchema, 'The segment'),
    ...notModified,
  },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/segments',
  operationId: 'createSegment',
  tags,
  summary: 'Create a segment',
  description:
    'Addresses are single addresses, CIDR blocks, first-last ranges and, in an address list, DNS names. Without SNMP credentials, the community `public` is used. An Active Directory segment needs `directory`. A cloud segment (Preview: `aws`, `azure`, `google-cloud`) needs its account, subscription or project in `cloud`. The Audit Service reads the computers or instances from there.',
  request: { body: jsonBody(createSegmentSchema) },
  responses: { 201: json(segmentSchema, 'The new segment'), ...problems(409) },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/segments/{id}',
  operationId: 'updateSegment',
  tags,
  summary: 'Update a segment',
  description:
    'The type cannot be changed. Without an Audit Service (null), the segment is in the No service state and is not scanned. A running scan continues with the previous configuration.',
  request: { params: idParamsSchema, body: patchBody(patchSegmentSchema) },
  responses: { 200: json(segmentSchema, 'The updated segment'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/segments/{id}',
  operationId: 'deleteSegment',
  tags,
  summary: 'Delete a segment',
  description: 'Cancels the running tasks of the segment. The devices found there stay in the inventory.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

const scan = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/segments/{id}/scan',
  operationId: 'scanSegment',
  tags,
  summary: 'Scan a segment',
  description:
    'Answers at once with a task id. Hosts that answer SNMP with a credential of the segment are audited during the scan, even without `audit`. An Active Directory segment scans the enabled computers that have an address. A cloud segment (Preview) reads its instances from the cloud and contacts no address. A task that succeeded may still report in `error` what it could not do.',
  request: {
    params: idParamsSchema,
    body: { required: false, content: { 'application/json': { schema: scanRequestSchema } } },
  },
  responses: { 202: queued('The scan is queued'), ...problems(409) },
})

export function segmentRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSegments(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getSegment(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createSegment(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateSegment(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(remove, async (c) => {
    await deleteSegment(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
  app.openapi(scan, async (c) => {
    const input = scanRequestSchema.parse(c.req.valid('json'))
    const task = await requestScan(c.get('ctx'), c.req.valid('param').id, input)
    c.header('Location', `/api/v1/tasks/${task.taskId}`)
    return c.json(task, 202)
  })
}
