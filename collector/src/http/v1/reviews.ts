import { reviewListSchema, reviewQuerySchema, reviewSummarySchema } from '@rollcall/shared/api/review.ts'
import { closeReview } from '../../identity/reviews/close-review.ts'
import { listReviews, summariseReviews } from '../../identity/reviews/list-reviews.ts'
import { answerList } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, routesOf } from '../openapi/route.ts'

const route = routesOf('Identity')

const list = route.get('/api/v1/reviews', {
  operationId: 'listReviews',
  summary: 'List the matches that a person should review',
  description:
    'Collisions of live devices come first, latest first. Devices with a doubtful match follow, oldest first, then pairs of likely duplicates, highest confidence first. Equal entries are sorted by id. One situation is one entry, with all its devices and values. A merge, a split, a mark as different devices or later evidence closes the review. A collision closes after its devices have not been seen for 14 days.',
  request: { query: reviewQuerySchema },
  responses: { 200: json(reviewListSchema, 'A page of reviews') },
})

const summary = route.get('/api/v1/reviews/summary', {
  operationId: 'summariseReviews',
  summary: 'Count the matches that a person should review',
  responses: { 200: json(reviewSummarySchema, 'The number of reviews of each kind') },
})

const close = route.post('/api/v1/devices/{id}/reviewed', {
  'x-capability': 'EditInventory',
  operationId: 'closeReview',
  summary: 'Confirm the match of a device',
  description: 'Closes the reviews of the device. Another doubtful match opens a new one.',
  responses: { 204: { description: 'Confirmed, or there was nothing to review' } },
})

export function reviewRoutes(app: App): void {
  app.openapi(list, answerList(listReviews))
  app.openapi(summary, async (c) => c.json(await summariseReviews(c.get('ctx')), 200))
  app.openapi(close, async (c) => {
    await closeReview(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
}
