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
  summary: 'List neighbours that no segment covers',
  description:
    'What devices were told by LLDP, CDP, FDP or EDP of neighbours with a management address that is in no segment, and where no segment has found a device; without those whose address or name is on the Ignore List. By address, IPv4 first.',
  request: { query: pageQuerySchema },
  responses: { 200: json(segmentSuggestionListSchema, 'A page of suggestions') },
})

export function segmentSuggestionRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSuggestions(c.get('ctx'), c.req.valid('query')), 200))
}
