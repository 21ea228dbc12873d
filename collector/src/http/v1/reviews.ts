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
  summary: 'List the matches that a person should review',
  description:
    'Collisions of live devices come first, latest first. Devices with a doubtful match follow, oldest first, then pairs of likely duplicates, highest confidence first. Equal entries are sorted by id. One situation is one entry, with all its devices and values. A merge, a split, a mark as different devices or later evidence closes the review. A collision closes after its devices have not been seen for 14 days.',
  request: { query: reviewQuerySchema },
  responses: { 200: json(reviewListSchema, 'A page of reviews') },
})

const summary = v1Route({
  method: 'get',
  path: '/api/v1/reviews/summary',
  operationId: 'summariseReviews',
  tags,
  summary: 'Count the matches that a person should review',
  responses: { 200: json(reviewSummarySchema, 'The number of reviews of each kind') },
})

const close = v1Route({
  'x-capability': 'EditInventory',
  method: 'post',
  path: '/api/v1/devices/{id}/reviewed',
  operationId: 'closeReview',
  tags,
  summary: 'Confirm the match of a device',
  description: 'Closes the reviews of the device. Another doubtful match opens a new one.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Confirmed, or there was nothing to review' } },
})

export function reviewRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listReviews(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(summary, async (c) => c.json(await summariseReviews(c.get('ctx')), 200))
  app.openapi(close, async (c) => {
    await closeReview(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
}
