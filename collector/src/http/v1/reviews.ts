import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { reviewListSchema, reviewQuerySchema, reviewSummarySchema } from '@rollcall/shared/api/review.ts'
import { closeReview } from '../../identity/reviews/close-review.ts'
import { listReviews, summariseReviews } from '../../identity/reviews/list-reviews.ts'
import type { Environment } from '../environment.ts'
import { json, v1Route } from '../openapi/route.ts'

const tags = ['Identity']

const list = v1Route({
  method: 'get',
  path: '/api/v1/reviews',
  operationId: 'listReviews',
  tags,
  summary: 'List what a person should settle',
  description:
    'Collisions of live devices first, the last noted first; then devices of which it is doubtful what they were taken for, the oldest first; then pairs of likely duplicates, the surest first; ties by id. A merge, a split or keeping apart settles what it is about, and a collision ends where its devices are not seen for 14 days.',
  request: { query: reviewQuerySchema },
  responses: { 200: json(reviewListSchema, 'A page of them') },
})

const summary = v1Route({
  method: 'get',
  path: '/api/v1/reviews/summary',
  operationId: 'summariseReviews',
  tags,
  summary: 'Count what a person should settle',
  responses: { 200: json(reviewSummarySchema, 'How many there are of each kind') },
})

const settle = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/reviewed',
  operationId: 'closeReview',
  tags,
  summary: 'Say that a device is what it was taken for',
  description: 'It is no longer listed for review until there is something else to look at.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Settled, or there was nothing to settle' } },
})

export function reviewRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listReviews(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(summary, async (c) => c.json(await summariseReviews(c.get('ctx')), 200))
  app.openapi(settle, async (c) => {
    await closeReview(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
}
