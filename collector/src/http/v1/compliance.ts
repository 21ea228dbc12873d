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
    'Computers that miss a Required product or have a Forbidden one, by device id, each with all that is found of it. In scope are all computers, virtual machines too, or those with the product’s `inScopeTagId`; a computer whose software is not known misses what is Required. A name group that is Required as a whole is satisfied by any of its versions.',
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
    'Of the site as a whole, for a dashboard. A change of it is told device by device by the `compliance.changed` event.',
  responses: { 200: json(complianceSummarySchema, 'The counts') },
})

export function complianceRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listCompliance(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(summary, async (c) => c.json(await summariseCompliance(c.get('ctx')), 200))
}
