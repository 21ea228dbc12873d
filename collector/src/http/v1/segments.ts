import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import {
  createSegmentSchema,
  scanAcceptedSchema,
  scanRequestSchema,
  segmentListSchema,
  segmentQuerySchema,
  segmentSchema,
} from '@rollcall/shared/api/segment.ts'
import { createSegment } from '../../segments/create-segment.ts'
import { getSegment, listSegments } from '../../segments/read.ts'
import { requestScan } from '../../tasks/request-scan.ts'
import type { Environment } from '../environment.ts'
import { unchanged } from '../respond.ts'
import { json, jsonBody, notModified, problems, v1Route } from '../route.ts'

const tags = ['Segments']

const list = v1Route({
  method: 'get',
  path: '/api/v1/segments',
  operationId: 'listSegments',
  tags,
  summary: 'List segments',
  description: 'By name, ties by id.',
  request: { query: segmentQuerySchema },
  responses: { 200: json(segmentListSchema, 'A page of segments') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/segments/{id}',
  operationId: 'getSegment',
  tags,
  summary: "Get a segment's whole configuration",
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
    'Addresses are single addresses, CIDR blocks, first-last ranges and, in an address list, DNS names. A segment without SNMP credentials is asked with the community `public`.',
  request: { body: jsonBody(createSegmentSchema) },
  responses: { 201: json(segmentSchema, 'The new segment'), ...problems(409) },
})

const scan = v1Route({
  'x-capability': 'StartAuditsOrScans',
  method: 'post',
  path: '/api/v1/segments/{id}/scan',
  operationId: 'scanSegment',
  tags,
  summary: 'Scan a segment',
  description:
    'Answers at once; follow the task by its id. Hosts that answer SNMP with a credential of the segment are audited as they are found, also without `audit`.',
  request: {
    params: idParamsSchema,
    body: { required: false, content: { 'application/json': { schema: scanRequestSchema } } },
  },
  responses: { 202: json(scanAcceptedSchema, 'The scan is queued'), ...problems(409) },
})

export function segmentRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSegments(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => {
    const segment = await getSegment(c.get('ctx'), c.req.valid('param').id)
    return unchanged(c, segment) ? c.body(null, 304) : c.json(segment, 200)
  })
  app.openapi(create, async (c) => {
    const segment = await createSegment(c.get('ctx'), c.req.valid('json'))
    c.header('Location', `/api/v1/segments/${segment.id}`)
    return c.json(segment, 201)
  })
  app.openapi(scan, async (c) => {
    const input = scanRequestSchema.parse(c.req.valid('json'))
    const task = await requestScan(c.get('ctx'), c.req.valid('param').id, input)
    c.header('Location', `/api/v1/tasks/${task.taskId}`)
    return c.json(task, 202)
  })
}
