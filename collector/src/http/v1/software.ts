import type { OpenAPIHono } from '@hono/zod-openapi'
import { idParamsSchema, pageQuerySchema } from '@rollcall/shared/api/common.ts'
import {
  installationListSchema,
  patchSoftwareSchema,
  publisherListSchema,
  softwareListSchema,
  softwareQuerySchema,
  softwareSchema,
} from '@rollcall/shared/api/software.ts'
import { getSoftware } from '../../software/catalog/get-software.ts'
import { listPublishers } from '../../software/catalog/list-publishers.ts'
import { listSoftware } from '../../software/catalog/list-software.ts'
import { updateSoftware } from '../../software/catalog/update-software.ts'
import { listInstallations } from '../../software/installations/list-installations.ts'
import { answersOf, listBelow } from '../answers/respond.ts'
import type { Environment } from '../environment.ts'
import { json, notModified, patchBody, v1Route } from '../openapi/route.ts'

const tags = ['Software']
/** The classification of a name group may come from a version; `ownGroup` is the one set for the whole group. */
const { preconditionOf, show, showChanged } = answersOf([...patchSoftwareSchema.keyof().options, 'ownGroup'])

const list = v1Route({
  method: 'get',
  path: '/api/v1/software',
  operationId: 'listSoftware',
  tags,
  summary: 'List the software catalog',
  description:
    'The catalog is keyed by product name and version, as reported. Sorted by name without regard to case, then by version as text, then by id. With `groupBy=name`, the items are name groups, which aggregate over versions, sorted by name, then id. A name group is one product in all its versions, architectures, languages and spellings in upper or lower case, such as `Mozilla Firefox 118.0 (x64 en-US)` and `Mozilla Firefox 119.0 (x64 de)`. A Microsoft Knowledge Base update is grouped by its number. Products that are no longer installed stay in the catalog.',
  request: { query: softwareQuerySchema },
  responses: { 200: json(softwareListSchema, 'A page of products or name groups') },
})

const publishers = v1Route({
  method: 'get',
  path: '/api/v1/software/publishers',
  operationId: 'listSoftwarePublishers',
  tags,
  summary: 'List the publishers of the software catalog',
  description:
    'Sorted by number of name groups, highest first, then by name. Products without a reported publisher are left out.',
  request: { query: pageQuerySchema },
  responses: { 200: json(publisherListSchema, 'A page of publishers') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/software/{id}',
  operationId: 'getSoftware',
  tags,
  summary: 'Get a software product with its detected versions',
  description: 'The id names a product or a name group. A name group has no `version`.',
  request: { params: idParamsSchema },
  responses: { 200: json(softwareSchema, 'The product'), ...notModified },
})

const patch = v1Route({
  'x-capability': 'Administrator',
  method: 'patch',
  path: '/api/v1/software/{id}',
  operationId: 'updateSoftware',
  tags,
  summary: 'Classify a software product',
  description:
    'The id of a product classifies that version alone. The id of a name group classifies all its versions, including versions found later. Any version satisfies a Required name group; only that version satisfies a Required product.',
  request: { params: idParamsSchema, body: patchBody(patchSoftwareSchema) },
  responses: { 200: json(softwareSchema, 'The updated product') },
})

const installations = v1Route({
  method: 'get',
  path: '/api/v1/software/{id}/installations',
  operationId: 'listInstallations',
  tags,
  summary: 'List the installations of a product',
  description:
    'Sorted by when the software of each device was first found. For a name group, sorted by version first; a device is listed once for each version it has.',
  request: { params: idParamsSchema, query: pageQuerySchema },
  responses: { 200: json(installationListSchema, 'A page of installations') },
})

export function softwareRoutes(app: OpenAPIHono<Environment>): void {
  app.openapi(list, async (c) => c.json(await listSoftware(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(publishers, async (c) => c.json(await listPublishers(c.get('ctx'), c.req.valid('query')), 200))
  app.openapi(get, async (c) => show(c, await getSoftware(c.get('ctx'), c.req.valid('param').id)))
  app.openapi(patch, async (c) => {
    const { id } = c.req.valid('param')
    return showChanged(c, await updateSoftware(c.get('ctx'), id, c.req.valid('json'), preconditionOf(c)))
  })
  app.openapi(installations, listBelow(listInstallations))
}
