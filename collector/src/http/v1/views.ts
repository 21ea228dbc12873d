import {
  createViewSchema,
  patchViewSchema,
  viewLimits,
  viewListOfViewsSchema,
  viewQuerySchema,
  viewSchema,
} from '@rollcall/shared/api/view.ts'
import { createView } from '../../views/create-view.ts'
import { getView, listViews } from '../../views/list-views.ts'
import { deleteView, takeOverView, updateView } from '../../views/update-view.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Views')
const { answerCreate, answerDelete, answerGet, answerUpdate, showChanged } = answersOf(patchViewSchema.keyof().options)

const list = route.get('/api/v1/views', {
  operationId: 'listViews',
  summary: 'List the views that you can use',
  description: 'Your own and the shared ones of the site, sorted by name, then id.',
  request: { query: viewQuerySchema },
  responses: { 200: json(viewListOfViewsSchema, 'A page of views') },
})

const get = route.get('/api/v1/views/{id}', {
  operationId: 'getView',
  summary: 'Get a view',
  responses: { 200: json(viewSchema, 'The view'), ...notModified },
})

const create = route.post('/api/v1/views', {
  operationId: 'createView',
  summary: 'Create a view',
  description: `The caller becomes its owner. Its name must be unique among the owner's views of the list, without regard to case. A shared view needs the Edit inventory capability. An owner has at most ${viewLimits.perOwner} views, a site ${viewLimits.perSite}.`,
  request: { body: jsonBody(createViewSchema) },
  responses: { 201: json(viewSchema, 'The new view'), ...problems(409) },
})

const update = route.patch('/api/v1/views/{id}', {
  operationId: 'updateView',
  summary: 'Update a view',
  description:
    'Only for its owner and, if it is shared, for Administrators. A shared view needs the Edit inventory capability. Only the owner can make it private.',
  request: { body: patchBody(patchViewSchema) },
  responses: { 200: json(viewSchema, 'The updated view'), ...problems(409) },
})

const takeOver = route.post('/api/v1/views/{id}/take-over', {
  'x-capability': 'Administrator',
  operationId: 'takeOverView',
  summary: 'Become the owner of a shared view',
  description:
    'A shared view of a deleted user has no owner, and stays usable until an Administrator takes it over or deletes it.',
  responses: { 200: json(viewSchema, 'The view with its new owner'), ...problems(409) },
})

const remove = route.delete('/api/v1/views/{id}', {
  operationId: 'deleteView',
  summary: 'Delete a view',
  description: 'Only for its owner and, if it is shared, for Administrators. Reports on the view are paused.',
  responses: { 204: { description: 'Deleted' } },
})

export function viewRoutes(app: App): void {
  app.openapi(list, answerList(listViews))
  app.openapi(get, answerGet(getView))
  app.openapi(create, answerCreate(createView))
  app.openapi(update, answerUpdate(updateView))
  app.openapi(takeOver, async (c) => showChanged(c, await takeOverView(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(remove, answerDelete(deleteView))
}
