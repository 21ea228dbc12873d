import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
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
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Views']
const { preconditionOf, show, showChanged, showCreated } = answersOf(patchViewSchema.keyof().options)

const list = v1Route({
  method: 'get',
  path: '/api/v1/views',
  operationId: 'listViews',
  tags,
  summary: 'List the views that you can use',
  description: 'Your own and the shared ones of the site, sorted by name, then id.',
  request: { query: viewQuerySchema },
  responses: { 200: json(viewListOfViewsSchema, 'A page of views') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/views/{id}',
  operationId: 'getView',
  tags,
  summary: 'Get a view',
  request: { params: idParamsSchema },
  responses: { 200: json(viewSchema, 'The view'), ...notModified },
})

const create = v1Route({
  method: 'post',
  path: '/api/v1/views',
  operationId: 'createView',
  tags,
  summary: 'Create a view',
  description: `The caller becomes its owner. Its name must be unique among the owner's views of the list, without regard to case. A shared view needs the Edit inventory capability. An owner has at most ${viewLimits.perOwner} views, a site ${viewLimits.perSite}.`,
  request: { body: jsonBody(createViewSchema) },
  responses: { 201: json(viewSchema, 'The new view'), ...problems(409) },
})

const update = v1Route({
  method: 'patch',
  path: '/api/v1/views/{id}',
  operationId: 'updateView',
  tags,
  summary: 'Update a view',
  description:
    'Only for its owner and, if it is shared, for Administrators. A shared view needs the Edit inventory capability. Only the owner can make it private.',
  request: { params: idParamsSchema, body: patchBody(patchViewSchema) },
  responses: { 200: json(viewSchema, 'The updated view'), ...problems(409) },
})

const takeOver = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/views/{id}/take-over',
  operationId: 'takeOverView',
  tags,
  summary: 'Become the owner of a shared view',
  description:
    'A shared view of a deleted user has no owner, and stays usable until an Administrator takes it over or deletes it.',
  request: { params: idParamsSchema },
  responses: { 200: json(viewSchema, 'The view with its new owner'), ...problems(409) },
})

const remove = v1Route({
  method: 'delete',
  path: '/api/v1/views/{id}',
  operationId: 'deleteView',
  tags,
  summary: 'Delete a view',
  description: 'Only for its owner and, if it is shared, for Administrators. Reports on the view are paused.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

export function viewRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listViews(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getView(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createView(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) =>
    showChanged(c, await updateView(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(takeOver, async (c) => showChanged(c, await takeOverView(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(remove, async (c) => {
    await deleteView(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
