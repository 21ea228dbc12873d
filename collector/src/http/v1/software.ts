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
/** The group of a name group may be that of a version; what was set for it as a whole is beside it. */
const { preconditionOf, show, showChanged } = answersOf([...patchSoftwareSchema.keyof().options, 'ownGroup'])

const list = v1Route({
  method: 'get',
  path: '/api/v1/software',
  operationId: 'listSoftware',
  tags,
  summary: 'List the software catalog',
  description:
    'Keyed by product name and version, both as they are written. By name without regard to case, then by version as text, ties by id. With `groupBy=name` the items are name groups: what is one product but for version, architecture, language and case, such as `Mozilla Firefox 118.0 (x64 en-US)` and `Mozilla Firefox 119.0 (x64 de)`. They aggregate over the versions: by name, ties by id. An update of Microsoft’s knowledge base is a group by its number. Products that are installed nowhere any more stay in the catalog.',
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
    'As products show them: with the most name groups first, ties by name. What no source named a publisher of is left out.',
  request: { query: pageQuerySchema },
  responses: { 200: json(publisherListSchema, 'A page of publishers') },
})

const get = v1Route({
  method: 'get',
  path: '/api/v1/software/{id}',
  operationId: 'getSoftware',
  tags,
  summary: 'Get a software product with its detected versions',
  description: 'The id is of a product, or of a name group; a name group has no `version`.',
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
    'By the id of a product: that version alone. By the id of a name group: all its versions, and those found later. A name group set to Required is satisfied by any version; a version set to Required only by itself.',
  request: { params: idParamsSchema, body: patchBody(patchSoftwareSchema) },
  responses: { 200: json(softwareSchema, 'The updated product') },
})

const installations = v1Route({
  method: 'get',
  path: '/api/v1/software/{id}/installations',
  operationId: 'listInstallations',
  tags,
  summary: 'List the devices that have a product',
  description:
    'In the order in which the software of the devices was first found; of a name group by version first, a device once for each version it has.',
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
