import type { OpenAPIHono } from '@hono/zod-openapi'
import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { segmentSuggestionListSchema } from '@rollcall/shared/api/segment-suggestion.ts'
import { listSuggestions } from '../../scanning/segments/suggest-segments.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const list = v1Route({
  method: 'get',
  path: '/api/v1/segments/suggestions',
  operationId: 'listSegmentSuggestions',
  tags: ['Segments'],
  summary: 'List networks and neighbors that no segment covers',
  description:
    'Networks that Audit Services are attached to, from their first heartbeat on, until segments contain all addresses. Networks with equal addresses at two Audit Services are two, unless a scan has shown that both are on the same link. A larger IPv4 network than /16 is the /16 around the Audit Service, and IPv6 networks larger than /112 are left out. Then neighbors that devices report by LLDP, CDP, FDP or EDP, with a management address that is in no segment and at which no segment has found a device. Neighbors whose address or name is on the Ignore List are left out, and networks whose first address is on it. Sorted by address, IPv4 first.',
  request: { query: pageQuerySchema },
  responses: { 200: json(segmentSuggestionListSchema, 'A page of suggestions') },
})

export function segmentSuggestionRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSuggestions(c.get('ctx'), c.req.valid('query')), 200))
}
