import { createRoute, z } from '@hono/zod-openapi'
import {
  auditDataCodes,
  auditDataCodesSchema,
  auditedDeviceListSchema,
  auditedDeviceQuerySchema,
  fullDeviceDataSchema,
} from '@rollcall/shared/api/audit-data.ts'
import { idParamsSchema, idSchema } from '@rollcall/shared/api/common.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { fullDeviceData } from '../../devices/audit-data/full-data.ts'
import { listAuditedDevices } from '../../devices/audit-data/list.ts'
import { parseRequestJson } from '../../ingest/reading/parse-json.ts'
import { parseBody } from '../../ingest/reading/validation.ts'
import { chooseSite } from '../../lib/authorise.ts'
import type { App, HttpContext } from '../environment.ts'
import { apiBodyBytesMax, limitBody } from '../middleware/limit-body.ts'
import { requireUncompressed } from '../middleware/read-json.ts'
import { describeRoute, json, mergedAway, problems, security } from '../openapi/route.ts'
import { parseForm } from './form.ts'

const tags = ['Older family']
const siteParamsSchema = z.object({ siteId: idSchema })

const list = createRoute({
  method: 'post',
  path: '/api/audit-data/sites/{siteId}',
  operationId: 'listAuditedDevices',
  tags,
  summary: 'List audited devices',
  description:
    'Devices that have a snapshot, sorted by auditDate, newest first, then by id, unless `sorting` says otherwise. In a form, names use brackets: `sorting[column]`, `filter[0][column]`, `columns[]`. Text is compared without regard to case.',
  security,
  request: {
    params: siteParamsSchema,
    body: {
      content: {
        'application/json': { schema: auditedDeviceQuerySchema },
        'application/x-www-form-urlencoded': { schema: auditedDeviceQuerySchema },
      },
    },
  },
  responses: {
    200: json(auditedDeviceListSchema, 'A page of records'),
    ...problems(400, 401, 403, 404, 413, 415, 429),
  },
})

const full = (path: string, operationId: string, summary: string) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags,
    summary,
    description: 'Unknown text values are empty. `GET /api/audit-data/codes` explains the integer codes.',
    security,
    request: { params: idParamsSchema },
    responses: { 200: json(fullDeviceDataSchema, 'The device'), ...mergedAway, ...problems(401, 403, 404, 429) },
  })

const codes = createRoute({
  method: 'get',
  path: '/api/audit-data/codes',
  operationId: 'listAuditDataCodes',
  tags,
  summary: 'List the integer codes of the older family',
  security,
  responses: { 200: json(auditDataCodesSchema, 'All codes, by field'), ...problems(401, 403, 429) },
})

/** Adds the routes of audited devices in the format of release 23.10. The caller is already authenticated. */
export function auditDataRoutes(app: App): void {
  describeRoute(app, list)
  // The body is JSON or a form, so the handler parses it instead of the route's validator.
  app.post('/api/audit-data/sites/:siteId', limitBody(apiBodyBytesMax), async (c) => {
    const siteId = requireSite(c)
    const query = parseBody(auditedDeviceQuerySchema, await readBody(c))
    return c.json(await listAuditedDevices({ ...c.get('ctx'), siteId }, query), 200)
  })
  const paths = [
    full('/api/audit-data/full-data/{id}', 'getFullDeviceData', 'Get all data of an audited device'),
    full('/audit-data/full-data/{id}', 'getFullDeviceDataOlder', 'Get all data of an audited device (older path)'),
  ]
  for (const route of paths) {
    app.openapi(route, async (c) => c.json(await fullDeviceData(c.get('ctx'), c.req.valid('param').id), 200))
  }
  app.openapi(codes, (c) => c.json(auditDataCodes, 200))
}

/** Throws 404 for an invalid id, and 403 for a site that the caller is not bound to. */
function requireSite(c: HttpContext): string {
  const id = idSchema.safeParse(c.req.param('siteId'))
  if (!id.success) throw new DomainError('not_found', 'There is nothing at this path.')
  return chooseSite(c.get('ctx').actor, id.data)
}

/** Reads the body by its Content-Type. An empty body asks for the first page of all devices. */
async function readBody(c: HttpContext): Promise<unknown> {
  requireUncompressed(c)
  const bytes = await c.req.arrayBuffer()
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (bytes.byteLength === 0) return {}
  if (type === 'application/json') return parseRequestJson(bytes)
  if (type === 'application/x-www-form-urlencoded') return parseForm(new TextDecoder().decode(bytes))
  throw new DomainError(
    'unsupported_media_type',
    'Send the body as application/json or application/x-www-form-urlencoded with that Content-Type.',
  )
}
