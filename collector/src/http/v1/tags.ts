import { createTagSchema, patchTagSchema, tagListSchema, tagQuerySchema, tagSchema } from '@rollcall/shared/api/tag.ts'
import { createTag } from '../../devices/tags/create-tag.ts'
import { deleteTag } from '../../devices/tags/delete-tag.ts'
import { getTag, listTags } from '../../devices/tags/list-tags.ts'
import { updateTag } from '../../devices/tags/update-tag.ts'
import { answerList, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Tags')
const { answerCreate, answerDelete, answerGet, answerUpdate } = answersOf(patchTagSchema.keyof().options)

const list = route.get('/api/v1/tags', {
  operationId: 'listTags',
  summary: 'List the tags of the catalog',
  description: 'Sorted by name, then id.',
  request: { query: tagQuerySchema },
  responses: { 200: json(tagListSchema, 'A page of tags') },
})

const get = route.get('/api/v1/tags/{id}', {
  operationId: 'getTag',
  summary: 'Get a tag',
  responses: { 200: json(tagSchema, 'The tag'), ...notModified },
})

const create = route.post('/api/v1/tags', {
  'x-capability': 'Administrator',
  operationId: 'createTag',
  summary: 'Create a tag',
  description: 'The name must be unique on the site, without regard to case.',
  request: { body: jsonBody(createTagSchema) },
  responses: { 201: json(tagSchema, 'The new tag'), ...problems(409) },
})

const update = route.patch('/api/v1/tags/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateTag',
  summary: 'Update the name or colour of a tag',
  request: { body: patchBody(patchTagSchema) },
  responses: { 200: json(tagSchema, 'The updated tag'), ...problems(409) },
})

const remove = route.delete('/api/v1/tags/{id}', {
  'x-capability': 'Administrator',
  operationId: 'deleteTag',
  summary: 'Delete a tag',
  description: 'Removes the tag from every device. A segment with this Auto tag has no Auto tag afterwards.',
  responses: { 204: { description: 'Deleted' } },
})

export function tagRoutes(app: App): void {
  app.openapi(list, answerList(listTags))
  app.openapi(get, answerGet(getTag))
  app.openapi(create, answerCreate(createTag))
  app.openapi(update, answerUpdate(updateTag))
  app.openapi(remove, answerDelete(deleteTag))
}
