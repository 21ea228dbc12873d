import { pageQuerySchema } from '@rollcall/shared/api/common.ts'
import { createSiteSchema, patchSiteSchema, siteListSchema, siteSchema } from '@rollcall/shared/api/site.ts'
import { bindCreator } from '../../access/bind-creator.ts'
import { insertDefaultRules } from '../../findings/rules/default-rules.ts'
import { createSite, type SetUpSite } from '../../sites/create-site.ts'
import { getSite, listSites } from '../../sites/read.ts'
import { renameSite } from '../../sites/rename-site.ts'
import { answerGet, answerList, answerUpdate, showCreated } from '../answers/respond.ts'
import type { App } from '../environment.ts'
import { json, jsonBody, notModified, patchBody, problems, routesOf } from '../openapi/route.ts'

const route = routesOf('Sites', 'Administrator')

const list = route.get('/api/v1/sites', {
  operationId: 'listSites',
  summary: 'List sites',
  description: 'The sites that the caller is bound to, sorted by name, then id.',
  request: { query: pageQuerySchema },
  responses: { 200: json(siteListSchema, 'A page of sites') },
})

const get = route.get('/api/v1/sites/{id}', {
  operationId: 'getSite',
  summary: 'Get a site',
  description: 'The caller must be bound to the site.',
  responses: { 200: json(siteSchema, 'The site'), ...notModified },
})

const create = route.post('/api/v1/sites', {
  operationId: 'createSite',
  summary: 'Create a site',
  description:
    'The name must be unique, without regard to case. The App registration of the caller is bound to the new site, as the last of its sites: the next call can name it in X-Site-Id.',
  request: { body: jsonBody(createSiteSchema) },
  responses: { 201: json(siteSchema, 'The new site'), ...problems(409) },
})

const rename = route.patch('/api/v1/sites/{id}', {
  operationId: 'renameSite',
  summary: 'Rename a site',
  request: { body: patchBody(patchSiteSchema) },
  responses: { 200: json(siteSchema, 'The updated site'), ...problems(409) },
})

const setUp: SetUpSite = async (tx, ctx, siteId, at) => {
  await bindCreator(tx, ctx, siteId, at)
  await insertDefaultRules(tx, siteId, at)
}

export function siteRoutes(app: App): void {
  app.openapi(list, answerList(listSites))
  app.openapi(get, answerGet(getSite))
  app.openapi(create, async (c) => showCreated(c, await createSite(c.get('ctx'), c.req.valid('json'), setUp)))
  app.openapi(rename, answerUpdate(renameSite))
}
