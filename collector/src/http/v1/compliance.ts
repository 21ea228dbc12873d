import type { OpenAPIHono } from '@hono/zod-openapi'
import {
  complianceListSchema,
  complianceQuerySchema,
  complianceSummarySchema,
} from '@rollcall/shared/api/compliance.ts'
import { listCompliance } from '../../software/compliance/list-findings.ts'
import { summariseCompliance } from '../../software/compliance/summary.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/compliance',
  operationId: 'listCompliance',
  tags: ['Software'],
  summary: 'List the devices that do not comply',
  description:
    'Computers that lack a Required product or have a Forbidden one, sorted by device id, each with all its findings. All computers are in scope, including virtual machines, unless the product has an `inScopeTagId`: then only computers with that tag are. A computer whose software is unknown lacks every Required product. Any version satisfies a Required name group.',
  request: { query: complianceQuerySchema },
  responses: { 200: json(complianceListSchema, 'A page of devices') },
})

const summary = v1Route({
  method: 'get',
  path: '/api/v1/compliance/summary',
  operationId: 'getComplianceSummary',
  tags: ['Software'],
  summary: 'Count the devices that comply and those that do not',
  description:
    'Counts for the whole site, for a dashboard. The event `compliance.changed` reports each device whose compliance changes.',
  responses: { 200: json(complianceSummarySchema, 'The counts') },
})

export function complianceRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listCompliance(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(summary, async (c) => c.json(await summariseCompliance(c.get('ctx')), 200))
}
