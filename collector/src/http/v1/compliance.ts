import {
  type ComplianceQuery,
  complianceKindSchema,
  complianceListSchema,
  complianceQuerySchema,
  complianceSummarySchema,
} from '@rollcall/shared/api/compliance.ts'
import type { Context } from '../../lib/context.ts'
import { exportCompliance, listCompliance } from '../../software/compliance/list-findings.ts'
import { summariseCompliance } from '../../software/compliance/summary.ts'
import { answerListOrFile, describeList } from '../answers/list-files.ts'
import type { App } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

/** Columns of the CSV, a record for each finding. */
const columns = ['deviceId', 'deviceName', 'kind', 'productId', 'name', 'version', 'softwareReadAt']
const example = [
  '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
  'pc-17',
  'missing',
  '019a8144-9be0-7c52-8f0d-6a2e1b3c4d5e',
  'openssl',
  '3.0.17',
  '2026-11-20T08:15:30.000Z',
]

const route = routesOf('Software')

const list = route.get('/api/v1/compliance', {
  operationId: 'listCompliance',
  summary: 'List the devices that do not comply',
  description:
    'Computers that lack a Required product or have a Forbidden one, sorted by device id, each with all its findings. All computers are in scope, including virtual machines, unless the product has an `inScopeTagId`: then only computers with that tag are. No finding applies to a computer whose software no audit has read: whether it complies is not known, and only `kind=unknown` or `deviceId` lists it. Any version satisfies a Required name group. `format=csv`, `format=xlsx` or the Accept header returns all matches as a file, a record for each finding, and ignores `limit` and `offset`. In CSV, an apostrophe precedes each value that a spreadsheet would run as a formula.',
  request: { query: complianceQuerySchema },
  responses: { 200: describeList(complianceListSchema, 'compliance', columns, example) },
})

const summary = route.get('/api/v1/compliance/summary', {
  operationId: 'getComplianceSummary',
  summary: 'Count the devices that comply, that do not, and of which it is not known',
  description:
    'Counts for the whole site, for a dashboard. The event `compliance.changed` reports each device whose compliance changes.',
  responses: { 200: json(complianceSummarySchema, 'The counts') },
})

export function complianceRoutes(app: App): void {
  const exported = columns.map((name) => ({ name }))
  const tableOf = (ctx: Context, query: ComplianceQuery) => ({ columns: exported, records: recordsOf(ctx, query) })
  app.openapi(list, answerListOrFile('compliance', listCompliance, tableOf))
  app.openapi(summary, async (c) => c.json(await summariseCompliance(c.get('ctx')), 200))
}

async function* recordsOf(ctx: Context, query: ComplianceQuery): AsyncGenerator<(string | null)[][]> {
  for await (const items of exportCompliance(ctx, query)) {
    yield items.flatMap(({ deviceId, deviceName, softwareReadAt, ...findings }) =>
      complianceKindSchema.options.flatMap((kind) =>
        findings[kind].map(({ productId, name, version = null }) => [
          deviceId,
          deviceName,
          kind,
          productId,
          name,
          version,
          softwareReadAt,
        ]),
      ),
    )
  }
}
