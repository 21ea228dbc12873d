import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
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
import { answerList, answerListBelow, answersOf } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, notModified, patchBody, routesOf } from '../openapi/route.ts'

const route = routesOf('Software')
/** The classification of a name group may come from a version; `ownGroup` is the one set for the whole group. */
const { answerGet, answerUpdate } = answersOf([...patchSoftwareSchema.keyof().options, 'ownGroup'])

const list = route.get('/api/v1/software', {
  operationId: 'listSoftware',
  summary: 'List the software catalog',
  description:
    'The catalog is keyed by product name and version, as reported. Sorted by name without regard to case, then by version as text, then by id. With `groupBy=name`, the items are name groups, which aggregate over versions, sorted by name, then id. A name group is one product in all its versions, architectures, languages and spellings in upper or lower case, such as `Mozilla Firefox 118.0 (x64 en-US)` and `Mozilla Firefox 119.0 (x64 de)`. A Microsoft Knowledge Base update is grouped by its number. Products that are no longer installed stay in the catalog.',
  request: { query: softwareQuerySchema },
  responses: { 200: json(softwareListSchema, 'A page of products or name groups') },
})

const publishers = route.get('/api/v1/software/publishers', {
  operationId: 'listSoftwarePublishers',
  summary: 'List the publishers of the software catalog',
  description:
    'Sorted by number of name groups, highest first, then by name. Products without a reported publisher are left out.',
  request: { query: pageQuerySchema },
  responses: { 200: json(publisherListSchema, 'A page of publishers') },
})

const get = route.get('/api/v1/software/{id}', {
  operationId: 'getSoftware',
  summary: 'Get a software product with its detected versions',
  description: 'The id names a product or a name group. A name group has no `version`.',
  responses: { 200: json(softwareSchema, 'The product'), ...notModified },
})

const patch = route.patch('/api/v1/software/{id}', {
  'x-capability': 'Administrator',
  operationId: 'updateSoftware',
  summary: 'Classify a software product',
  description:
    'The id of a product classifies that version alone. The id of a name group classifies all its versions, including versions found later. Any version satisfies a Required name group; only that version satisfies a Required product.',
  request: { body: patchBody(patchSoftwareSchema) },
  responses: { 200: json(softwareSchema, 'The updated product') },
})

const installations = route.get('/api/v1/software/{id}/installations', {
  operationId: 'listInstallations',
  summary: 'List the installations of a product',
  description:
    'Sorted by when the software of each device was first found. For a name group, sorted by version first; a device is listed once for each version it has.',
  request: { query: pageQuerySchema },
  responses: { 200: json(installationListSchema, 'A page of installations') },
})

export function softwareRoutes(app: App): void {
  app.openapi(list, answerList(listSoftware))
  app.openapi(publishers, answerList(listPublishers))
  app.openapi(get, answerGet(getSoftware))
  app.openapi(patch, answerUpdate(updateSoftware))
  app.openapi(installations, answerListBelow(listInstallations))
}
