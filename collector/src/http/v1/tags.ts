import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema } from '@rollcall/shared/api/common.ts'
import { createTagSchema, patchTagSchema, tagListSchema, tagQuerySchema, tagSchema } from '@rollcall/shared/api/tag.ts'
import { createTag } from '../../devices/tags/create-tag.ts'
import { deleteTag } from '../../devices/tags/delete-tag.ts'
import { getTag, listTags } from '../../devices/tags/list-tags.ts'
import { updateTag } from '../../devices/tags/update-tag.ts'
import { answersOf } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, v1Route } from '../openapi/route.ts'

const tags = ['Tags']
const { preconditionOf, show, showChanged, showCreated } = answersOf(patchTagSchema.keyof().options)

const list = v1Route({
  method: 'get',
  path: '/api/v1/tags',
  operationId: 'listTags',
  tags,
  summary: 'List the tags of the catalog',
  description: 'Sorted by name, then id.',
  request: { query: tagQuerySchema },
  responses: { 200: json(tagListSchema, 'A page of tags') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/tags/{id}',
  operationId: 'getTag',
  tags,
  summary: 'Get a tag',
  request: { params: idParamsSchema },
  responses: { 200: json(tagSchema, 'The tag'), ...notModified },
})

const create = v1Route({
  'x-capability': 'Administrator',
  method: 'post',
  path: '/api/v1/tags',
  operationId: 'createTag',
  tags,
  summary: 'Create a tag',
  description: 'The name must be unique on the site, without regard to case.',
  request: { body: jsonBody(createTagSchema) },
  responses: { 201: json(tagSchema, 'The new tag'), ...problems(409) },
})

const update = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/tags/{id}',
  operationId: 'updateTag',
  tags,
  summary: 'Update the name or colour of a tag',
  request: { params: idParamsSchema, body: patchBody(patchTagSchema) },
  responses: { 200: json(tagSchema, 'The updated tag'), ...problems(409) },
})

const remove = v1Route({
  'x-capability': 'Administrator',
  method: 'delete',
  path: '/api/v1/tags/{id}',
  operationId: 'deleteTag',
  tags,
  summary: 'Delete a tag',
  description: 'Removes the tag from every device. A segment with this Auto tag has no Auto tag afterwards.',
  request: { params: idParamsSchema },
  responses: { 204: { description: 'Deleted' } },
})

export function tagRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listTags(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getTag(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(create, async (c) => showCreated(c, await createTag(c.get('ctx'), c.req.valid('json'))))
  app.openapi(update, async (c) =>
    showChanged(c, await updateTag(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'), preconditionOf(c))),
  )
  app.openapi(remove, async (c) => {
    await deleteTag(c.get('ctx'), c.req.valid('param').id, preconditionOf(c))
    return c.body(null, 204)
  })
}
